import Endpoints
import EndpointsOAuth
import Foundation
import LoopbackServer
import TestSupport
import Testing

/// How a sign-in from a terminal ends without a redirect, and whom its port doesn't serve.
@Suite(.timeLimit(.minutes(5)))
struct LoopbackEndingRulesTests {
    @Test(
        "O-04 A foreign Host is refused, and the sign-in goes on",
        arguments: ["evil.example.com", "P.evil.org", "name", "1", ""])
    func foreignHost(kind: String) async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let stage = try await TerminalStage(at: server)
        let host =
            switch kind {
            case "P.evil.org": "127.0.0.1:\(stage.port).evil.org"
            case "name": "evil.example.com:\(stage.port)"
            case "1": "127.0.0.1:1"
            default: kind
            }
        let stray = try await RawBrowser.ask(stage.target("code=stray"), at: stage.port, host: host)
        #expect((400..<500).contains(stray.status ?? 0))
        #expect(server.connectionCount == 0)
        #expect(try await RawBrowser.ask(stage.target(), at: stage.port).status == 200)
        #expect(await stage.end == "A1")
        #expect(server.requests.map { $0.field("code") } == ["c"])
    }

    @Test("O-04 Two Host lines, or garbage, bring no code", arguments: 0..<5)
    func garbage(row: Int) async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let stage = try await TerminalStage(at: server)
        let target = stage.target("code=stray")
        let texts = [
            "GARBAGE\r\n\r\n", "GET \(target) HTTP/1.1\r\nHost: evil.org\r\nHost: 127.0.0.1:\(stage.port)\r\n\r\n",
            "\u{0}\u{1}\u{2}\r\n\r\n", "GET \(target) HTTP/9.9\r\nHost: x\r\n\r\n", "GET\r\n\r\n",
        ]
        let stray = try await RawBrowser.send(texts[row], to: stage.port)
        #expect(stray.status.map { $0 >= 400 } ?? true)
        #expect(try await RawBrowser.ask(stage.target(), at: stage.port).status == 200)
        #expect(await stage.end == "A1")
        #expect(server.requests.map { $0.field("code") } == ["c"])
    }

    @Test("S0-34 When the time is over, it ends, and the port is closed")
    func timeLimit() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let clock = ManualClock()
        let stage = try await TerminalStage(at: server, timeLimit: .seconds(60), clock: clock)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(60))
        #expect(await stage.end == "timedOut")
        #expect(RawBrowser.isClosed(stage.port))
        #expect(server.connectionCount == 0)
    }

    @Test("S0-34 Until the time is over, it goes on")
    func beforeTheLimit() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let clock = ManualClock()
        let stage = try await TerminalStage(at: server, timeLimit: .seconds(60), clock: clock)
        try await clock.sleepers(1)
        clock.advance(by: .milliseconds(59_999))
        #expect(clock.sleeperCount == 1)
        let page = Task { try await RawBrowser.ask(stage.target(), at: stage.port) }
        #expect(await stage.end == "A1")
        #expect(try await page.value.status == 200)
    }

    @Test("S0-34 Cancelling ends it at once, and the port is closed")
    func cancelled() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let stage = try await TerminalStage(at: server, clock: ManualClock())
        #expect(!RawBrowser.isClosed(stage.port))
        stage.signIn.cancel()
        #expect(await stage.end == "cancelled")
        #expect(RawBrowser.isClosed(stage.port))
        #expect(server.connectionCount == 0)
    }

    @Test("S0-34 Cancelling during the exchange ends it, and the port is closed")
    func cancelledExchange() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let stage = try await TerminalStage(at: server)
        let page = Task { try await RawBrowser.ask(stage.target(), at: stage.port) }
        _ = await server.requests(count: 1)
        stage.signIn.cancel()
        #expect(await stage.end == "cancelled")
        #expect(RawBrowser.isClosed(stage.port))
        _ = try? await page.value
    }

    @Test("S0-34 Cancelling while the browser is being opened ends it")
    func cancelledOpening() async throws {
        let gate = Gate()
        let opened = SharedResult<URL>()
        let way = LoopbackRedirect { url in
            opened.settle(.success(url))
            await gate.wait()
        }
        let configuration = try OAuthConfiguration.offline()
        let task = Task { await failure { try await way.signIn(with: configuration, session: .fresh()) } }
        let address = try await opened.value()
        task.cancel()
        #expect(await task.value?.kind == "cancelled")
        #expect(RawBrowser.isClosed(try #require(address.redirectPort)))
    }

    @Test("S0-34 The redirect is served while the browser is still being opened")
    func waitingBrowser() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let exchanges = Locked(0)
        let way = LoopbackRedirect { address in
            guard let port = address.redirectPort, let state = address.item("state") else { return }
            let page = Task { try await RawBrowser.ask("/callback?code=c&state=\(state)", at: port) }
            await withTaskGroup(of: Void.self) { group in
                group.addTask { _ = await server.requests(count: 1) }
                // The bound of a wait that has no other end when the redirect isn't served.
                group.addTask { try? await Task.sleep(for: .seconds(10)) }
                await group.next()
                group.cancelAll()
            }
            exchanges.withLock { $0 = server.requestCount }
            _ = page
        }
        let response = try await way.signIn(with: .client(of: server.url), session: .fresh())
        #expect(response.tokenPair.accessToken == "A1")
        #expect(exchanges.withLock { $0 } == 1)
    }

    @Test("S0-34 The time limit holds while the browser is still being opened")
    func limitOfOpening() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let clock = ManualClock()
        let sleepers = Locked(0)
        let way = LoopbackRedirect(timeLimit: .seconds(60), clock: clock) { _ in
            await withTaskGroup(of: Void.self) { group in
                group.addTask { try? await clock.sleepers(1) }
                // The bound of a wait that has no other end when the time isn't measured yet.
                group.addTask { try? await Task.sleep(for: .seconds(10)) }
                await group.next()
                group.cancelAll()
            }
            sleepers.withLock { $0 = clock.sleeperCount }
            clock.advance(by: .seconds(60))
        }
        let signIn = Task { await failure { try await way.signIn(with: .client(of: server.url), session: .fresh()) } }
        let later = Task {
            // Where the time begins only now, it is over here.
            while !Task.isCancelled {
                try await clock.sleepers(1)
                clock.advance(by: .seconds(60))
            }
        }
        #expect(await signIn.value?.kind == "timedOut")
        later.cancel()
        #expect(sleepers.withLock { $0 } == 1)
    }

    @Test("O-03 Two sign-ins at once have ports of their own")
    func twoAtOnce() async throws {
        let server = try LoopbackServer { .tokens("A-\($0.field("code") ?? "")") }
        let first = try await TerminalStage(at: server)
        let second = try await TerminalStage(at: server)
        #expect(first.port != second.port)
        #expect(try await RawBrowser.ask(second.target("code=2"), at: second.port).status == 200)
        #expect(try await RawBrowser.ask(first.target("code=1"), at: first.port).status == 200)
        #expect(await first.end == "A-1")
        #expect(await second.end == "A-2")
    }

    @Test("O-03 Of ten redirects at once, one counts")
    func tenAtOnce() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let stage = try await TerminalStage(at: server)
        let successes = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 {
                group.addTask { (try? await RawBrowser.ask(stage.target(), at: stage.port))?.status == 200 }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(successes == 1)
        #expect(await stage.end == "A1")
        #expect(server.requestCount == 1)
    }

    @Test("S0-34 A connection that says nothing disturbs neither the sign-in nor its end")
    func idleConnection() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let stage = try await TerminalStage(at: server)
        try await RawBrowser.idling(at: stage.port) {
            let answer = try await RawBrowser.ask(stage.target(), at: stage.port)
            #expect(answer.status == 200)
            #expect(await stage.end == "A1")
            #expect(RawBrowser.isClosed(stage.port))
        }
    }

    @Test("S0-34 A browser that leaves before the page changes nothing", arguments: [true, false])
    func browserLeaves(isManual: Bool) async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        let stage = try await TerminalStage(at: server, clock: isManual ? ManualClock() : ContinuousClock())
        try RawBrowser.leave(stage.target(), at: stage.port)
        #expect(await stage.end == "A1")
        #expect(RawBrowser.isClosed(stage.port))
    }

    @Test("S0-34 A configuration that lacks a part opens neither port nor browser")
    func lacking() async throws {
        var configuration = try OAuthConfiguration.offline()
        configuration.authorizationEndpoint = nil
        let opened = Locked(false)
        let way = LoopbackRedirect { _ in opened.withLock { $0 = true } }
        let error = await failure { try await way.signIn(with: configuration, session: .fresh()) }
        #expect(error?.kind == "invalidConfiguration")
        #expect(!opened.withLock { $0 })
    }
}
