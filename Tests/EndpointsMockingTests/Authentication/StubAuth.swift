import Endpoints

/// The account of a test's method: a token that is renewed once, however many ask.
final class StubAccount: Sendable {
    struct Refused: Error {}

    private struct State: Sendable {
        var number = 1
        var renewals = 0
        var running: SharedResult<Void>?
    }

    private let state = Locked(State())
    let calls = Locked(0)
    let isBroken = Locked(false)
    /// Settled by a method that is about to wait for ever; it takes the place of the time limit.
    let hang = SharedResult<Void>()

    var renewals: Int { state.withLock { $0.renewals } }
    var token: String { Self.token(state.withLock { $0.number }) }

    static func token(_ number: Int) -> String { "made-up-s3cr3t-\(number)" }

    func isOwn(_ token: String) -> Bool {
        (1...state.withLock { $0.number }).contains { Self.token($0) == token }
    }

    /// The number of this call.
    func count() -> Int {
        calls.withLock { calls in
            calls += 1
            return calls
        }
    }

    func replaceToken() { state.withLock { $0.number += 1 } }
    func countRenewal() { state.withLock { $0.renewals += 1 } }

    func renew() async throws {
        let (running, isFirst) = state.withLock { state in
            let running = state.running ?? SharedResult<Void>()
            defer { state.running = running }
            return (running, state.running == nil)
        }
        guard isFirst else { return try await running.value() }
        for _ in 0..<20 { await Task.yield() }
        state.withLock { state in
            state.number += 1
            state.renewals += 1
            state.running = nil
        }
        running.settle(.success(()))
    }

    /// Waits until the task is cancelled, and lets the watchdog bark.
    func waitForEver() async throws {
        hang.settle(.success(()))
        try await SharedResult<Void>().value()
    }
}

/// A method that keeps every rule, until one of its parts is replaced.
struct StubAuth: AuthenticationMethod {
    let account: StubAccount
    var onAuthenticate: @Sendable (StubAccount, URLRequest) async throws -> URLRequest = { account, request in
        request.with("Token \(account.token)")
    }
    var onAnswer: @Sendable (StubAccount, Int, String?) -> Bool = { account, status, token in
        status == 401 && token.map(account.isOwn) ?? false
    }
    var onRenew: @Sendable (StubAccount, String?) async throws -> Void = { account, token in
        if token == account.token { try await account.renew() }
    }
    var maxRetryAttempts = 1
    /// What its mirror shows.
    var shown: (any Sendable)?

    func authenticate(request: URLRequest) async throws -> URLRequest { try await onAuthenticate(account, request) }

    func shouldReauthenticate(after response: HTTPURLResponse, body: Data, to request: URLRequest) -> Bool {
        onAnswer(account, response.statusCode, request.token)
    }

    func reauthenticate(after failedRequest: URLRequest) async throws {
        try await onRenew(account, failedRequest.token)
    }
}

extension URLRequest {
    func with(_ value: String?, for name: String = "X-Key") -> URLRequest {
        var request = self
        request.setValue(value, forHTTPHeaderField: name)
        return request
    }

    fileprivate var token: String? {
        value(forHTTPHeaderField: "X-Key").map { String($0.dropFirst("Token ".count)) }
    }
}
