import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// One call of one user, at a moment of its way, and what a command makes of it.
final class IdentityStage: Sendable {
    let row: IdentityRow
    let storage: any TokenStorage
    private let server: LoopbackServer
    private let auth: JWTAuth
    private let store: StageStore
    private let session: URLSession
    private let rejects = Locked(false)
    /// Holds what the moment is about: the refresh, the answer, the connection, the read or the sign-in.
    private let gate = Gate()
    private let clock = ManualClock()
    private let log = EventLog()
    private let other: Other

    /// Performs a command as another owner of the store, and takes the token that follows from it.
    typealias Other = @Sendable (IdentityRow.Command, String) async throws -> Void

    init(_ row: IdentityRow, storage: any TokenStorage = InMemoryTokenStorage(), other: Other? = nil) async throws {
        self.row = row
        self.storage = storage
        self.other = other ?? Self.owner(of: storage)
        let moment = row.moment
        server = try LoopbackServer.immediate { [gate] in Self.reply(to: $0, at: moment, gate: gate) }
        let first = TokenPair(
            accessToken: "A1", refreshToken: "r1", expiresAt: moment == .waitsToSend ? .distantPast : nil,
            signInID: UUID())
        if moment != .loginRuns { try await storage.save(first) }
        store = StageStore(storage)
        auth = JWTAuth(storage: store) { [gate, rejects] _ in
            if moment == .waitsToSend || moment == .refused { await gate.wait() }
            if rejects.withLock({ $0 }) { throw RefreshRejection() }
            return TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        session = .fresh(connections: moment == .inLine ? 1 : nil)
    }

    /// The tokens under which the server saw the call's body.
    var sent: [String] {
        server.requests.filter { $0.bodyText == "from A" }.map { $0.bearer ?? "nothing" }
    }

    /// Brings the call to its moment, performs the command, lets the call go on, and returns what it comes to.
    func run() async throws -> String {
        let ahead = try await prepare()
        let call = session.begin(
            Order(name: "1", body: Data("from A".utf8)), at: server.url, auth: row.wrapping.method(around: auth),
            options: options, on: clock)
        try await arrive()
        let command = Task { try await perform() }
        try await settle(command)
        gate.open()
        clock.advance(by: .seconds(100))
        try await command.value
        let result = await call.value
        await ahead?.value
        switch result {
        case .success(let text): return text
        case .failure(let error):
            return error.authenticationFault?.code.name ?? error.statusCode.map { "\($0)" } ?? "\(error)"
        }
    }

    private static func reply(to request: Request, at moment: IdentityRow.Moment, gate: Gate) -> Reply {
        guard request.path.hasPrefix("/orders/") else { return Reply(body: "well").delayed(behind: gate) }
        let answer = Reply(body: request.bearer ?? "nothing")
        return switch moment {
        case .answeredWell: answer.delayed(behind: gate)
        case .answeredBadly where request.number == 0: Reply(status: 401).delayed(behind: gate)
        case .redirected where request.number == 0: .redirect(to: "/orders/2", status: 307).delayed(behind: gate)
        case .refused where request.number == 0: Reply(status: 401)
        case .betweenRetries where request.number == 0: Reply(status: 503)
        default: answer
        }
    }

    private var options: RequestOptions {
        let policy = RetryPolicy(
            maxRetries: 1, baseDelay: .seconds(5), jitter: .none, retriesNonIdempotentRequests: true)
        return RequestOptions(retryPolicy: row.moment == .betweenRetries ? policy : nil, observers: [log])
    }
}

extension IdentityStage {
    /// Does what has to be there before the call; what runs meanwhile.
    private func prepare() async throws -> Task<Void, Never>? {
        if row.moment == .storeIsRead {
            store.holdNextLoad(behind: gate)
            return nil
        }
        _ = try await auth.tokens
        switch row.moment {
        case .inLine:
            let url = server.url
            let first = Task { [session] in _ = await session.result(with: Item(name: "first"), environment: url) }
            _ = await server.requests(count: 1)
            return first
        case .loginRuns:
            let login = Task { [auth, gate] in
                try? await auth.login {
                    await gate.wait()
                    return TokenPair(accessToken: "A3", refreshToken: "r3")
                }
            }
            await gate.arrivals(1)
            return Task { await login.value ?? () }
        default:
            return nil
        }
    }

    /// Waits until the call is where it is to be.
    private func arrive() async throws {
        switch row.moment {
        case .waitsToSend, .refused, .storeIsRead: await gate.arrivals(1)
        case .betweenRetries: try await clock.sleepers(1)
        case .inLine: await session.lines(hold: 1)
        case .answeredWell, .answeredBadly, .redirected: _ = await server.requests(count: 1)
        case .loginRuns: await log.heard(.built)
        }
    }

    /// Waits for a command that nothing holds up, and for one that is held up until it has begun.
    private func settle(_ command: Task<Void, any Error>) async throws {
        switch row.moment {
        case .waitsToSend, .refused:
            if !row.command.isOther { try await command.value }
        case .storeIsRead where !row.command.isOther:
            while auth.state == .loading, !Task.isCancelled { await Task.yield() }
        default: try await command.value
        }
    }

    private func perform() async throws {
        let next = TokenPair(accessToken: row.command.token ?? "", refreshToken: "next")
        switch row.command {
        case .logout: try await auth.logout()
        case .login: try await auth.login { next }
        case .loginKeepingCalls: try await auth.login(keepingCalls: true) { next }
        case .setTokens: try await auth.setTokens(next)
        case .updateTokens: try await auth.updateTokens(next)
        case .rejection: try await reject()
        case .otherLogout, .otherLogin, .otherRenewal: try await other(row.command, next.accessToken)
        }
    }

    /// Another owner in this process.
    private static func owner(of storage: any TokenStorage) -> Other {
        { command, token in
            let next = TokenPair(accessToken: token, refreshToken: "next")
            let other = JWTAuth(storage: StageStore(storage)) { _ in next }
            switch command {
            case .otherLogout: try await other.logout()
            case .otherLogin: try await other.login { next }
            default: try await other.reauthenticate(after: Self.request(bearer: "A1"))
            }
        }
    }

    /// Lets the server refuse the refresh token, in the refresh that the call waits for or in another one.
    private func reject() async throws {
        rejects.withLock { $0 = true }
        if row.moment == .waitsToSend || row.moment == .refused { return }
        do {
            try await auth.reauthenticate(after: Self.request(bearer: "A1"))
            Issue.record("It was not rejected.")
        } catch AuthenticationError.Code.refreshRejected {
        }
    }

    private static func request(bearer token: String) -> URLRequest {
        var request = URLRequest(url: URL(fileURLWithPath: "/"))
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return request
    }
}
