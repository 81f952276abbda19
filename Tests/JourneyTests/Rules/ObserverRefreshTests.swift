import Endpoints
import LoopbackServer
import Testing

/// What an observer is told of the renewal of tokens.
@Suite("Observers of refreshes", .timeLimit(.minutes(5)))
struct ObserverRefreshTests {
    private let session = URLSession.fresh()
    private let log = EventLog()

    private func options(retry: RetryPolicy? = nil) -> RequestOptions {
        RequestOptions(retryPolicy: retry, observers: [log])
    }

    @Test("R-01 a call that refreshes says so between the refusal and the second attempt")
    func refresh() async throws {
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            return request.bearer == "A2" ? Reply(body: "in") : Reply(status: 401)
        }
        let auth = JWTAuth.exchanging(at: server.url, session: session)
        _ = try await session.response(with: Item(name: "a"), environment: server.url, auth: auth, options: options())
        #expect(
            log.kinds == [
                .built, .authenticated, .sent, .received, .reauthenticating, .refreshed, .authenticated, .sent,
                .received, .succeeded,
            ])
        #expect(log.events(.received).map(\.attempt) == [1, 2])
        #expect(log.events(.received).map(\.statusCode) == [401, 200])
        #expect(Set(log.events.map(\.callID)).count == 1)
    }

    @Test("R-01 a token that has ended is refreshed before the first attempt")
    func refreshBefore() async throws {
        let server = try LoopbackServer.immediate { request in
            request.path == "/token" ? .tokens("A2", "r2") : Reply(body: "in")
        }
        let pair = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: Date(timeIntervalSince1970: 1000))
        let auth = JWTAuth.exchanging(at: server.url, pair: pair, session: session)
        _ = try await session.response(with: Item(name: "a"), environment: server.url, auth: auth, options: options())
        #expect(log.kinds == [.built, .refreshed, .authenticated, .sent, .received, .succeeded])
    }

    @Test("R-01 of many calls that need a refresh one is told to have made it, the others to have waited for it")
    func coalesced() async throws {
        let refusals = Gate()
        let exchange = Gate()
        let server = try LoopbackServer { request in
            if request.path == "/token" {
                await exchange.wait()
                return .tokens("A2", "r2")
            }
            if request.bearer == "A2" { return Reply(body: "in") }
            await refusals.wait()
            return Reply(status: 401)
        }
        let session = URLSession.fresh(connections: 20)
        let auth = JWTAuth.exchanging(at: server.url, session: session)
        let url = server.url
        let options = options()
        await withTaskGroup(of: Void.self) { [log] group in
            for number in 0..<8 {
                group.addTask {
                    _ = await session.result(
                        with: Item(name: "\(number)"), environment: url, auth: auth, options: options)
                }
            }
            await refusals.arrivals(8)
            refusals.open()
            await exchange.arrivals(1)
            await log.heard(.reauthenticating, 8)
            // The others have said so and are on their way to the account.
            for _ in 0..<1000 { await Task.yield() }
            exchange.open()
        }
        #expect(server.exchanges == ["r1"])
        #expect(log.events(.refreshed).count == 1)
        #expect(log.events(.coalesced).count + log.events(.rotated).count == 7)
        #expect(log.events(.coalesced).count >= 1)
        #expect(log.events(.succeeded).count == 8)
        for events in Dictionary(grouping: log.events, by: \.callID).values {
            let kinds = events.map(\.kind)
            let outcome = kinds.filter { [.refreshed, .coalesced, .rotated].contains($0) }
            #expect(outcome.count == 1)
            #expect(
                kinds == [.built, .authenticated, .sent, .received, .reauthenticating] + outcome
                    + [.authenticated, .sent, .received, .succeeded])
        }
    }

    @Test("R-02 a refused token that has been replaced meanwhile is told as a rotation, not as a refresh")
    func rotated() async throws {
        let gate = Gate()
        let server = try LoopbackServer { request in
            if request.bearer == "A2" { return Reply(body: "in") }
            await gate.wait()
            return Reply(status: 401)
        }
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            throw RefreshRejection()
        }
        let (url, options) = (server.url, options())
        let call = Task { [session] in
            await session.result(with: Item(name: "a"), environment: url, auth: auth, options: options)
        }
        await gate.arrivals(1)
        try await auth.updateTokens(TokenPair(accessToken: "A2", refreshToken: "r2"))
        gate.open()
        #expect(try await call.value.get() == "in")
        #expect(
            log.kinds == [
                .built, .authenticated, .sent, .received, .reauthenticating, .rotated, .authenticated, .sent, .received,
                .succeeded,
            ])
    }
}
