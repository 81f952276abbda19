import Endpoints
import LoopbackServer
import Testing

/// What an observer does, and how long it lives, is no matter of the calls that it hears of.
@Suite("Isolation of observers", .timeLimit(.minutes(5)))
struct ObserverIsolationTests {
    private let session = URLSession.fresh(connections: 4)

    @Test("R-01 an observer may call with the same account at every event, also during the refresh")
    func calls() async throws {
        let server = try LoopbackServer.guarding()
        let (url, session) = (server.url, session)
        let account = Later<JWTAuth>()
        let tasks = Locked<[Task<Bool, Never>]>([])
        let observer = Reaction { _ in
            guard let auth = account.value else { return }
            let task = Task {
                (try? await session.response(with: Item(name: "m"), environment: url, auth: auth)) == "in"
            }
            tasks.withLock { $0.append(task) }
        }
        let options = RequestOptions(observers: [observer])
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "bad", refreshToken: "r1")) { token in
            let answer = try await session.response(
                with: ExchangeToken(token: token), environment: url, options: options)
            return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
        }
        account.value = auth
        #expect(
            try await session.response(with: Item(name: "a"), environment: url, auth: auth, options: options) == "in")
        for task in tasks.withLock({ $0 }) { #expect(await task.value) }
        #expect(tasks.withLock { $0.count } > 8)
        #expect(server.exchanges.count == 1)
    }

    @Test("R-01 the refresh of another account, which an observer's task makes, isn't told of the call")
    func otherAccount() async throws {
        let server = try LoopbackServer.guarding()
        let (url, session) = (server.url, session)
        let other = JWTAuth.exchanging(
            at: url, pair: TokenPair(accessToken: "bad", refreshToken: "o1"), session: session)
        let gate = Gate()
        let observer = Reaction { event in
            guard event.kind == .built else { return }
            _ = Task {
                _ = await session.result(with: Item(name: "metrics"), environment: url, auth: other)
                gate.open()
            }
        }
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "bad", refreshToken: "r1")) { token in
            let answer = try await session.response(
                with: ExchangeToken(token: token), environment: url, options: RequestOptions(observers: [observer]))
            await gate.wait()
            return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
        }
        let log = EventLog()
        _ = try await session.response(
            with: Item(name: "a"), environment: url, auth: auth, options: RequestOptions(observers: [log]))
        #expect(log.events(.refreshed).count == 1)
        #expect(Set(server.exchanges) == ["r1", "o1"])
    }
}

/// Does something at events.
final class Reaction: RequestObserver {
    private let count = Locked(0)
    private let work: @Sendable (RequestEvent) -> Void
    private let turn: Int?

    init(_ work: @escaping @Sendable (RequestEvent) -> Void) {
        self.work = work
        turn = nil
    }

    /// Does something at the event with this number.
    init(at turn: Int, _ work: @escaping @Sendable () -> Void) {
        self.work = { _ in work() }
        self.turn = turn
    }

    func observe(_ event: RequestEvent) {
        let number = count.withLock { count in
            count += 1
            return count - 1
        }
        if turn == nil || turn == number { work(event) }
    }
}

extension LoopbackServer {
    /// Answers the token that a refresh brings, and nothing else.
    static func guarding() throws -> LoopbackServer {
        try .immediate { request in
            if request.path == "/token" { return .tokens("good", "r2") }
            if request.path == "/items/silent" { return .silence }
            return request.bearer == "good" ? Reply(body: "in") : Reply(status: 401)
        }
    }
}
