import Endpoints
import LoopbackServer
import Testing

/// Signs in at the server's `sign-in` path, without authentication.
struct SignIn: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = ExchangeToken.Response

    static let definition = Definition(method: .post, path: "sign-in", parameters: [.form("user", \.user)])
    static let auth = NoAuth()

    var user: String
}

/// A token store in memory that fails when it is told to.
final class SessionStore: TokenStorage {
    /// It is a test's own, so that scopes of mocks use it as it is.
    let isPersistent = false

    struct Failure: Error {}

    private struct State: Sendable {
        var pair: TokenPair?
        var saves: [String] = []
        var failingSaves = 0
    }

    private let state: Locked<State>
    private let turns = Turns()

    init(_ pair: TokenPair? = nil) {
        state = Locked(State(pair: pair))
    }

    var pair: TokenPair? { state.withLock(\.pair) }

    /// The access tokens that were saved, in order.
    var saves: [String] { state.withLock(\.saves) }

    func failSaves(_ count: Int) { state.withLock { $0.failingSaves = count } }

    func load() async throws -> TokenPair? { pair }

    func save(_ tokens: TokenPair) async throws {
        try state.withLock { state in
            if state.failingSaves > 0 {
                state.failingSaves -= 1
                throw Failure()
            }
            state.pair = tokens
            state.saves.append(tokens.accessToken)
        }
    }

    func clear() async throws { state.withLock { $0.pair = nil } }

    func withExclusiveAccess<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value {
        await turns.begin()
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        await turns.end()
        return try result.get()
    }
}

/// One at a time, in the order of asking.
private actor Turns {
    private var isTaken = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func begin() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiters.append($0) }
    }

    func end() {
        if waiters.isEmpty { isTaken = false } else { waiters.removeFirst().resume() }
    }
}

/// The server's side of sessions: it accepts the newest access token alone, and each refresh token once.
final class SessionDesk: Sendable {
    private struct State: Sendable {
        var user = ""
        var number = 0
        var isRevoked = true
        var usedRefreshes: Set<String> = []
        var replays: [String] = []
    }

    private let state = Locked(State())

    /// The refresh tokens that were presented a second time.
    var replays: [String] { state.withLock(\.replays) }

    /// Lets the access token that is in use be refused.
    func revokeAccess() { state.withLock { $0.isRevoked = true } }

    /// Begins a session, such as `a1` with `a-refresh1`.
    func begin(_ user: String) -> TokenPair {
        state.withLock { state in
            state.user = user
            state.number = 1
            state.isRevoked = false
            return TokenPair(accessToken: "\(user)1", refreshToken: "\(user)-refresh1")
        }
    }

    func reply(to request: Request) -> Reply {
        switch request.path {
        case "/sign-in":
            let pair = begin(request.formItems.first { $0.name == "user" }?.value ?? "")
            return .tokens(pair.accessToken, pair.refreshToken)
        case "/token":
            return exchange(request.formItems.first { $0.name == "refresh_token" }?.value ?? "")
        default:
            let isGood = state.withLock { !$0.isRevoked && request.bearer == "\($0.user)\($0.number)" }
            return isGood ? Reply(body: "in") : Reply(status: 401)
        }
    }

    private func exchange(_ token: String) -> Reply {
        state.withLock { state in
            guard state.usedRefreshes.insert(token).inserted, token == "\(state.user)-refresh\(state.number)" else {
                state.replays.append(token)
                return .json(#"{"error":"invalid_grant"}"#, status: 400)
            }
            state.number += 1
            state.isRevoked = false
            return .tokens("\(state.user)\(state.number)", "\(state.user)-refresh\(state.number)")
        }
    }
}

extension JWTAuth {
    /// An account whose tokens are in this store, and which refreshes over the socket.
    static func stored(
        in store: SessionStore, at url: URL, session: URLSession = .shared, options: RequestOptions? = nil,
        limit: any Clock<Duration> = ContinuousClock(), rejected: Counter? = nil
    ) -> JWTAuth {
        JWTAuth(
            initialTokens: nil, storage: store, configuration: Configuration(), clock: limit,
            refreshHandler: { token in
                let endpoint = ExchangeToken(token: token)
                let answer = try await session.response(with: endpoint, environment: url, options: options)
                return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
            },
            onTokensUpdated: nil,
            onRefreshFailed: { await rejected?.add("\($0)") })
    }

    /// Signs in over the socket.
    func signIn(_ user: String, at url: URL, session: URLSession = .shared) async throws {
        try await login {
            let answer = try await session.response(with: SignIn(user: user), environment: url)
            return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
        }
    }
}

extension AuthenticationError {
    /// Whether nobody is signed in.
    var isSignedOut: Bool { if case .notAuthenticated = self { true } else { false } }

    /// Whether a refresh took too long.
    var isTimedOut: Bool { if case .refreshTimedOut = self { true } else { false } }
}
