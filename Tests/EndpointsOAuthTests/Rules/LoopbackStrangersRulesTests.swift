import EndpointsOAuth
import Foundation
import LoopbackServer
import TestSupport
import Testing

/// Whom the port of a sign-in from a terminal doesn't serve.
@Suite(.timeLimit(.minutes(5)))
struct LoopbackStrangersRulesTests {
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
}
