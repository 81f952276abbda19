import Endpoints
import LoopbackServer
import Testing

/// A tab may stand in a header value (RFC 9110 §5.5); no other control character may.
@Suite("Tabs in header values", .timeLimit(.minutes(5)))
struct TabTests {
    private static let controls = (Array(0...0x1F) + [0x7F]).filter { $0 != 0x09 }

    private let session = URLSession.fresh()

    private func methods(_ key: String) -> [(String, any AuthenticationMethod)] {
        [
            ("Authorization: Bearer \(key)", HeaderKeyAuth(key: key)),
            ("X-API-Key: \(key)", .headerKey(key, header: .xAPIKey)),
            ("Authorization: Bearer \(key)", .bearer(key)), ("Authorization: Bearer \(key)", BearerAuth { key }),
            ("X-Signature: \(key)", CustomAuth { $0.setValue(key, forHTTPHeaderField: "X-Signature") }),
        ]
    }

    @Test("H-01 a tab in a declared value is sent as it is")
    func declared() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let endpoint = Noted(note: "c\td")
        #expect(
            try await Noted.$constant.withValue("a\tb") {
                try await session.response(with: endpoint, environment: server.url)
            } == "ok")
        let text = String(decoding: try #require(server.requests.first).bytes, as: UTF8.self)
        #expect(text.contains("\r\nX-Constant: a\tb\r\n"))
        #expect(text.contains("\r\nX-Field: c\td\r\n"))
    }

    @Test("H-01 a tab in an authentication method's value is sent as it is")
    func authentication() async throws {
        for (line, method) in methods("s3\tcr3t") {
            let server = try LoopbackServer(replies: [Reply(body: "ok")])
            _ = try await session.response(with: Item(name: "a"), environment: server.url, auth: method)
            let text = String(decoding: try #require(server.requests.first).bytes, as: UTF8.self)
            let isThere = text.contains("\r\n\(line)\r\n")
            #expect(isThere, "\(type(of: method))")
        }
    }

    @Test("H-01 every other control character in a declared value is refused by name", arguments: controls)
    func otherDeclared(code: Int) async throws {
        let control = String(UnicodeScalar(UInt8(code)))
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let field = try await session.failure(of: Noted(note: "c\(control)d"), environment: server.url)
        let constant = try await Noted.$constant.withValue("a\(control)b") {
            try await session.failure(of: Noted(note: "d"), environment: server.url)
        }
        for (error, name) in [(field, "X-Field"), (constant, "X-Constant")] {
            guard case .invalidHeader(let culprit, _)? = error.endpointFault else {
                Issue.record("\(error)")
                continue
            }
            #expect(culprit == name)
        }
        #expect(server.connectionCount == 0)
    }

    @Test("H-01 every other control character in an authentication method's value is refused", arguments: controls)
    func otherAuthentication(code: Int) async throws {
        let control = String(UnicodeScalar(UInt8(code)))
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        for (_, method) in methods("s3\(control)cr3t").dropLast() {
            let error = try await session.failure(of: Item(name: "a"), environment: server.url, auth: method)
            #expect(error.endpointFault != nil || error.authenticationFault != nil, "\(type(of: method))")
        }
        #expect(server.connectionCount == 0)
    }
}

/// Has a header value in its declaration and one of its own.
private struct Noted: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    @TaskLocal static var constant = "plain"

    static var definition: Definition {
        Definition(path: "noted", headers: ["X-Constant": "\(constant)", "X-Field": .field(\.note)])
    }

    var note: String
}
