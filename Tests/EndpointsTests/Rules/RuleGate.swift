import Endpoints

/// Holds everybody who waits until it is opened; cancellation does not open it.
actor RuleGate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    func wait() async {
        if isOpen { return }
        await withCheckedContinuation { waiters.append($0) }
    }
}

/// Collects what happened, in order.
actor RuleLog<Element: Sendable> {
    private(set) var entries: [Element] = []

    @discardableResult
    func add(_ entry: Element) -> Int {
        entries.append(entry)
        return entries.count
    }

    var count: Int { entries.count }
}

/// A clock that moves only when it is told to.
final class RuleClock: @unchecked Sendable {  // Safe because `date` is only touched under the lock.
    private let lock = NSLock()
    private var date: Date

    init(_ seconds: TimeInterval = 1_800_000_000) {
        date = Date(timeIntervalSince1970: seconds)
    }

    var now: Date { lock.withLock { date } }

    func advance(by seconds: TimeInterval) {
        lock.withLock { date += seconds }
    }

    func after(_ seconds: TimeInterval) -> Date { now + seconds }
}

/// A place for an object that a closure needs before the object exists.
actor RuleBox<Value: Sendable> {
    private var value: Value?

    func set(_ value: Value) { self.value = value }

    func get() throws -> Value {
        guard let value else { throw RuleError.empty }
        return value
    }
}

enum RuleError: Error, Equatable {
    case empty
    case offline
}

/// The error that an operation throws; nil when it succeeds.
func ruleError<T>(_ operation: () async throws -> T) async -> (any Error)? {
    do {
        _ = try await operation()
        return nil
    } catch {
        return error
    }
}

extension JWTAuth {
    /// One that has this token and nothing to refresh it with.
    static func ruleFixed(_ token: String) -> JWTAuth {
        JWTAuth(initialTokens: TokenPair(accessToken: token)) { _ in throw RuleError.offline }
    }

    /// What `authenticate` puts into the header of a bare request.
    func ruleHeader(_ header: String = "Authorization") async throws -> String? {
        try await authenticate(request: ruleRequest()).value(forHTTPHeaderField: header)
    }
}

func ruleRequest(_ text: String = "https://api.example.com/items", bearer token: String? = nil) throws -> URLRequest {
    guard let url = URL(string: text) else { throw RuleError.empty }
    var request = URLRequest(url: url)
    if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
    return request
}

func ruleResponse(_ status: Int, _ headers: [String: String] = [:]) throws -> HTTPURLResponse {
    guard let url = URL(string: "https://api.example.com/items"),
        let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
    else { throw RuleError.empty }
    return response
}
