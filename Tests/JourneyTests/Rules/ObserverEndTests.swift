import Endpoints
import LoopbackServer
import Testing

/// A call ends once and tells of nothing afterwards, whatever its observers do, and lets go of them.
@Suite("Observers and ends", .timeLimit(.minutes(5)))
struct ObserverEndTests {
    private let session = URLSession.fresh(connections: 4)

    @Test("C-01 an observer that cancels the call at any event leaves it one end, and its place", arguments: 0..<9)
    func cancels(at number: Int) async throws {
        let session = URLSession.fresh(connections: 1)
        let server = try LoopbackServer.immediate { request in
            if request.path == "/items/after" { return Reply(body: "well") }
            return request.number == 0
                ? Reply(status: 503) : request.number == 1 ? .redirect(to: "/x") : Reply(body: "x")
        }
        let (url, log) = (server.url, EventLog())
        let observer = Reaction(at: number) { withUnsafeCurrentTask { $0?.cancel() } }
        let options = RequestOptions(retryPolicy: .prompt, observers: [log, observer])
        _ = await Task { await session.result(with: Visit<Getting>(), environment: url, options: options) }.value
        #expect(log.kinds.count { $0 == .failed || $0 == .succeeded } == 1)
        #expect(log.kinds.last == .failed || log.kinds.last == .succeeded)
        #expect(try await session.response(with: Item(name: "after"), environment: url) == "well")
    }

    @Test("C-01 an observer that ends the session at any event leaves the call one end", arguments: 0..<7)
    func invalidates(at number: Int) async throws {
        let session = URLSession.fresh(connections: 1)
        let server = try LoopbackServer(replies: [Reply(status: 503), Reply(body: "there")])
        let log = EventLog()
        let observer = Reaction(at: number) { session.invalidateAndCancel() }
        _ = await session.result(
            with: Visit<Posting>(), environment: server.url,
            options: RequestOptions(retryPolicy: .prompt, idempotencyKey: .generated, observers: [observer, log]))
        #expect(log.kinds.count { $0 == .failed || $0 == .succeeded } == 1)
        #expect(log.kinds.last == .failed || log.kinds.last == .succeeded)
    }

    @Test("C-03 observers are let go of after a call, a refresh and a cancelled call")
    func letGo() async throws {
        let server = try LoopbackServer.guarding()
        let (url, session) = (server.url, session)
        let auth = JWTAuth.exchanging(
            at: url, pair: TokenPair(accessToken: "bad", refreshToken: "r1"), session: session)
        weak var observer: EventLog?
        do {
            let log = EventLog()
            observer = log
            let options = RequestOptions(observers: [log])
            _ = try await session.response(with: Item(name: "a"), environment: url, auth: auth, options: options)
            let call = Task {
                await session.result(with: Item(name: "silent"), environment: url, auth: auth, options: options)
            }
            _ = await server.requests(count: 4)
            call.cancel()
            _ = await call.value
        }
        while observer != nil { await Task.yield() }
    }

    @Test("C-01 of calls that share a refresh and end at random moments nothing is told after their end")
    func silentAfterEnd() async throws {
        let server = try LoopbackServer.immediate(recording: false) { request in
            request.path == "/token" ? .tokens("good", "r2") : Reply(status: 401)
        }
        let (url, session) = (server.url, session)
        var random = SeededGenerator(seed: 11)
        for _ in 0..<15 {
            let auth = JWTAuth.exchanging(
                at: url, pair: TokenPair(accessToken: "bad", refreshToken: "r1"), session: session)
            let logs = (0..<20).map { _ in EventLog() }
            await withTaskGroup(of: Void.self) { group in
                for (number, log) in logs.enumerated() {
                    let limit = Int.random(in: 1...30, using: &random)
                    let delay = Int.random(in: 0...20_000, using: &random)
                    group.addTask {
                        let options = RequestOptions(deadline: .milliseconds(limit), observers: [log])
                        let call = Task {
                            await session.result(with: Item(name: "a"), environment: url, auth: auth, options: options)
                        }
                        try? await Task.sleep(for: .microseconds(delay))
                        if number.isMultiple(of: 2) { call.cancel() }
                        _ = await call.value
                    }
                }
            }
            // A call that needs the account as well ends after a refresh that goes on.
            _ = await session.result(with: Item(name: "a"), environment: url, auth: auth)
            let wrong = logs.count { log in log.events(.failed).count != 1 || log.kinds.last != .failed }
            #expect(wrong == 0)
        }
    }
}
