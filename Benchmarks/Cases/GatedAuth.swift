import Endpoints

/// Holds requests back, with their credentials, until all callers have some; what comes later passes.
struct GatedAuth: AuthenticationMethod {
    private struct State {
        var missing: Int
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let account: JWTAuth
    private let state: Locked<State>

    init(_ account: JWTAuth, callers: Int) {
        self.account = account
        state = Locked(State(missing: callers))
    }

    var maxRetryAttempts: Int { account.maxRetryAttempts }

    func authenticate(request: URLRequest) async throws -> URLRequest {
        let authenticated = try await account.authenticate(request: request)
        guard state.withLock({ $0.missing > 0 }) else { return authenticated }
        await withCheckedContinuation { continuation in
            let released = state.withLock { state -> [CheckedContinuation<Void, Never>] in
                state.missing -= 1
                state.waiting.append(continuation)
                guard state.missing <= 0 else { return [] }
                defer { state.waiting = [] }
                return state.waiting
            }
            for waiter in released { waiter.resume() }
        }
        return authenticated
    }

    func shouldReauthenticate(after response: HTTPURLResponse, body: Data, to request: URLRequest) -> Bool {
        account.shouldReauthenticate(after: response, body: body, to: request)
    }

    func reauthenticate(after failedRequest: URLRequest) async throws {
        try await account.reauthenticate(after: failedRequest)
    }
}
