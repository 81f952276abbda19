import Endpoints
import EndpointsOAuth
import Foundation
import LoopbackServer
import TestSupport
import Testing

/// How a sign-in from a terminal ends.
@Suite(.timeLimit(.minutes(5)))
struct LoopbackEndingRulesTests {
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
        // Opening never ends by itself.
        let way = LoopbackRedirect(timeLimit: .seconds(60), clock: clock) { _ in
            try? await clock.sleepers(1)
            clock.advance(by: .seconds(60))
            while !Task.isCancelled { await Task.yield() }
        }
        let error = await failure { try await way.signIn(with: .client(of: server.url), session: .fresh()) }
        #expect(error?.kind == "timedOut")
    }

    @Test("O-02 The page of a refusal always reaches the browser before the port is closed")
    func refusalPages() async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        var missing = 0
        for round in 0..<600 {
            let stage = try await TerminalStage(at: server)
            let target = round % 2 == 0 ? stage.target("error=access_denied") : "/callback?code=c&state=other"
            let answer = try? await RawBrowser.ask(target, at: stage.port)
            if answer?.body.contains("</html>") != true { missing += 1 }
            _ = await stage.signIn.value
        }
        #expect(missing == 0)
    }

    @Test("S0-34 A path that can't be served is refused", arguments: ["callback", "", "/a b", "/é", "/a?x=1", "/a#b"])
    func oddPath(path: String) async throws {
        let server = try LoopbackServer(replies: [.tokens("A1")])
        do {
            let stage = try await TerminalStage(at: server, path: path)
            // A browser goes to the address that it was given.
            let status: Int?
            if let place = URLComponents(string: stage.redirectURI), let port = place.port {
                let target = stage.target(path: place.percentEncodedPath.isEmpty ? "/" : place.percentEncodedPath)
                status = try await RawBrowser.ask(target, at: port).status
            } else {
                status = nil
            }
            #expect(status == 200)
            stage.signIn.cancel()
            _ = await stage.signIn.value
        } catch let error as OAuthError {
            #expect(error.kind == "invalidConfiguration")
        }
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
