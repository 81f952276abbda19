import Endpoints
import LoopbackServer
import Testing

/// What carries a session's calls, and why.
@Suite("Transfer engines", .timeLimit(.minutes(5)))
struct TransferEngineTests {
    @Test("S4-7 it is libcurl for sessions of every kind", .onCurl)
    func libcurl() throws {
        for session in [URLSession.shared, URLSession.fresh(), URLSession(configuration: .default)] {
            let engine = try session.transferEngine
            #expect(engine.name.hasPrefix("libcurl "))
            #expect("\(engine)" == "\(engine.name) (\(engine.reason))")
        }
    }

    @Test("S4-7 a session with protocol classes keeps the platform's engine", arguments: [true, false])
    func protocolClasses(isSuited: Bool) throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [NoProtocol.self]
        let session = isSuited ? .forEndpoints(configuration: configuration) : URLSession(configuration: configuration)
        let engine = try session.transferEngine
        #expect(engine.name == "URLSession")
        #expect(!engine.reason.isEmpty)
        if Engine.isCurl { #expect(engine.reason.contains("protocol classes")) }
    }

    @Test("T-01 an engine that doesn't measure has no metrics")
    func metrics() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let response = try await URLSession.fresh().endpointResponse(with: Item(name: "a"), environment: server.url)
        #expect((response.metrics != nil) == Engine.isCurl)
    }

    @Test("H-01 a request says who sends it and what it takes, and waits for no leave to send its body", .onCurl)
    func sentHeaders() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        _ = try await URLSession.fresh().response(with: Item(name: "a"), environment: server.url)
        let request = try #require(server.requests.first)
        #expect(request.header("Accept") == "*/*")
        #expect(request.header("User-Agent")?.contains("curl/") == true)
        #expect(request.header("Expect") == nil)
    }
}

private final class NoProtocol: URLProtocol {
    override static func canInit(with request: URLRequest) -> Bool { false }
    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }
}
