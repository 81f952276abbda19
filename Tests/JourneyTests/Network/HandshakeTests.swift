import Endpoints
import LoopbackServer
import TestSupport
import Testing

@Suite("Connections that can't be secured", .timeLimit(.minutes(5)))
struct HandshakeTests {
    @Test("https to a port that doesn't speak it fails for good", .onCurl)
    func plainPort() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "plain")])
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)"))
        let error = try await URLSession.fresh().failure(of: Item(name: "a"), environment: url)
        #expect(error.transportCode == .secureConnectionFailed)
        #expect(error.isRetryable == false)
        #expect(server.requestCount == 0)
    }

    @Test(
        "a session's time limit tells what was waited for", .onCurl,
        arguments: [("http", "while the answer was waited for"), ("https", "while connecting")])
    func timeout(scheme: String, stage: String) async throws {
        let port = try SilentPort()
        let url = try #require(URL(string: "\(scheme)://127.0.0.1:\(port.number)"))
        let session = URLSession.fresh { $0.timeoutIntervalForRequest = 0.2 }
        let error = try await session.failure(of: Item(name: "a"), environment: url)
        guard case .transportError(let failure) = error else {
            Issue.record("It is \(error).")
            return
        }
        #expect(failure.code == .timedOut)
        #expect(failure.detail == stage)
    }

    @Test(
        "TransportSecurity without libcurl is an error, and nothing is sent",
        .enabled("libcurl can") { !Engine.isCurl })
    func otherEngine() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "direct")])
        let session = URLSession.forEndpoints(security: try TransportSecurity(minimumVersion: .v1_3))
        let error = try await session.failure(of: Item(name: "a"), environment: server.url)
        #expect(error.transportCode == .unsupportedSession)
        #expect(server.requestCount == 0)
    }
}
