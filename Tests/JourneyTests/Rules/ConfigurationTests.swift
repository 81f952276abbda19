import Endpoints
import LoopbackServer
import Testing

/// What a session's configuration brings along, and what is refused.
@Suite("Configurations", .timeLimit(.minutes(5)))
struct ConfigurationTests {
    /// How a configuration becomes a session.
    enum Source: CaseIterable, Sendable {
        case suited, plain

        func session(_ configuration: URLSessionConfiguration) -> URLSession {
            switch self {
            case .suited: .forEndpoints(configuration: configuration)
            case .plain: URLSession(configuration: configuration)
            }
        }
    }

    @Test("S4-7 a session with a background identifier is refused by every call", arguments: Source.allCases)
    func background(source: Source) async throws {
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let session = source.session(.background(named: "endpoints.tests.\(UUID())"))
        let first = try await session.failure(of: Item(name: "a"), environment: server.url)
        #expect(first.transportCode == .unsupportedSession, "\(first)")
        let second = try await session.failure(
            of: Item(name: "a"), environment: server.url, auth: .bearer("s3cr3t"))
        #expect(second.transportCode == .unsupportedSession, "\(second)")
        do throws(Item.TaskError) {
            _ = try session.endpointTask(with: Item(name: "a"), environment: server.url) { _ in
                Issue.record("called for a task that does not exist")
            }
            Issue.record("made a task")
        } catch {
            #expect(error.transportCode == .unsupportedSession, "\(error)")
        }
        #expect(server.connectionCount == 0)
    }

    @Test("S4-7 a configuration's protocol answers instead of the network", arguments: Source.allCases)
    func protocolClass(source: Source) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [EchoProtocol.self]
        let session = source.session(configuration)
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        #expect(try await session.response(with: Item(name: "a"), environment: server.url) == "GET /items/a")
        let error = try await session.failure(of: Item(name: "missing"), environment: server.url)
        #expect(error.received?.statusCode == 404)
        #expect(error.body == Data("GET /items/missing".utf8))
        #expect(server.connectionCount == 0)
    }

    @Test("S4-7 a configuration's protocol sees the credential", arguments: Source.allCases)
    func protocolSeesCredential(source: Source) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [EchoProtocol.self]
        let session = source.session(configuration)
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let text = try await session.response(
            with: Item(name: "auth"), environment: server.url, auth: .bearer("token-1"))
        #expect(text == "Bearer token-1")
        #expect(server.connectionCount == 0)
    }

    @Test("S4-7 a protocol that declines leaves the request to the network", arguments: Source.allCases)
    func decliningProtocol(source: Source) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [DecliningProtocol.self] + (configuration.protocolClasses ?? [])
        let server = try LoopbackServer(replies: [Reply(body: "network")])
        let text = try await source.session(configuration).response(with: Item(name: "a"), environment: server.url)
        #expect(text == "network")
    }

    @Test("H-01 additional headers arrive, and lose in any spelling against a declared one", arguments: Source.allCases)
    func additionalHeaders(source: Source) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-Team": "blue", "x-client": "session", "accept-language": "fr"]
        let session = source.session(configuration)
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        _ = try await session.response(with: Visit<Getting>(), environment: server.url)
        _ = try await session.response(with: Item(name: "a"), environment: server.url)
        let requests = server.requests
        try #require(requests.count == 2)
        #expect(requests.map { $0.headerValues("X-Team") } == [["blue"], ["blue"]])
        #expect(requests.map { $0.headerValues("X-Client") } == [["demo"], ["session"]])
        #expect(requests.map { $0.headerValues("Accept-Language") } == [["fr"], ["fr"]])
    }

    @Test("H-01 additional headers lose against the call's credential", arguments: Source.allCases)
    func additionalCredential(source: Source) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["authorization": "Bearer session"]
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        _ = try await source.session(configuration).response(
            with: Item(name: "a"), environment: server.url, auth: .bearer("call"))
        #expect(server.requests.first?.headerValues("Authorization") == ["Bearer call"])
    }

    @Test(
        "H-01 additional headers that can't be sent are refused by every call, by name",
        arguments: [
            ("X-Bad\r\nX-More", "1"), ("X-Bad", "1\r\nX-More: 2"), ("X Bad", "1"), ("Content-Length", "5"),
            ("Transfer-Encoding", "chunked"),
        ], Source.allCases)
    func badAdditionalHeaders(field: (name: String, value: String), source: Source) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = [field.name: field.value]
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let error = try await source.session(configuration).failure(of: Item(name: "a"), environment: server.url)
        #expect(error.transportCode == .unsupportedSession, "\(error)")
        #expect("\(error)".contains(String(field.name.prefix(5))))
        #expect(server.connectionCount == 0)
    }

    @Test("X-01 an additional credential stays behind on the way to another origin", arguments: Source.allCases)
    func additionalCredentialRedirected(source: Source) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer s3cr3t", "X-Team": "blue"]
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let origin = try LoopbackServer(replies: [.redirect(to: "\(target.url)/next")])
        _ = try await source.session(configuration).response(with: Item(name: "a"), environment: origin.url)
        #expect(origin.requests.first?.header("Authorization") == "Bearer s3cr3t")
        let second = try #require(target.requests.first)
        #expect(!String(decoding: second.bytes, as: UTF8.self).contains("s3cr3t"))
    }
}

extension URLSessionConfiguration {
    /// A configuration that carries a background identifier.
    fileprivate static func background(named name: String) -> URLSessionConfiguration {
        #if canImport(Darwin)
        return .background(withIdentifier: name)
        #else
        let configuration = URLSessionConfiguration.ephemeral
        configuration.identifier = name
        return configuration
        #endif
    }
}

/// Answers with what was asked.
private final class EchoProtocol: URLProtocol {
    override static func canInit(with request: URLRequest) -> Bool { true }

    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url else { return }
        let name = url.lastPathComponent
        let credential = request.value(forHTTPHeaderField: "Authorization") ?? "none"
        let text = name == "auth" ? credential : "\(request.httpMethod ?? "") \(url.path)"
        let status = name == "missing" ? 404 : 200
        guard let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: [:])
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(text.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}

/// Never wants a request.
private final class DecliningProtocol: URLProtocol {
    override static func canInit(with request: URLRequest) -> Bool { false }

    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }
}
