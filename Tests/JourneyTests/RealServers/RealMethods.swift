import Endpoints
import Testing

extension RealServers {
    @Suite("Methods")
    struct Methods {
        @Test("S2-1 GET arrives as GET and has no body", arguments: SessionKind.allCases)
        func get(kind: SessionKind) async throws {
            let echo = try await kind.session.response(with: Anything())
            #expect(echo.method == "GET")
            #expect(echo.data?.isEmpty == true)
            #expect(echo.headers["Content-Type"] == nil)
        }

        @Test("S2-1 A method arrives with every byte of its body", arguments: Verb.withBody, SessionKind.allCases)
        func upload(verb: Verb, kind: SessionKind) async throws {
            let body = Data(0...255) + Data("\r\n\r\né".utf8)
            let echo = try await verb.upload(kind.session, body)
            #expect(echo.method == verb.name)
            #expect(echo.bytes == body)
            #expect(echo.headers["Content-Type"] == "application/octet-stream")
            #expect(echo.headers["Content-Length"] == "\(body.count)")
        }

        @Test("S2-1 A method with a body may go without one", arguments: Verb.withBody)
        func nothing(verb: Verb) async throws {
            let echo = try await verb.upload(.forEndpoints(), nil)
            #expect(echo.method == verb.name)
            #expect(echo.data?.isEmpty == true)
        }

        @Test("S-01 HEAD has the header fields of GET and no body", arguments: SessionKind.allCases)
        func head(kind: SessionKind) async throws {
            let answer = try await kind.session.endpointResponse(with: Head(count: 70))
            #expect(answer.data.isEmpty)
            #expect(answer.httpResponse.statusCode == 200)
            #expect(answer.httpResponse.value(forHTTPHeaderField: "content-length") == "70")
        }

        @Test("A large body arrives as it was sent", arguments: SessionKind.allCases)
        func large(kind: SessionKind) async throws {
            let body = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let echo = try await Verb(Post.self).upload(kind.session, body)
            #expect(echo.bytes == body)
        }
    }

    struct Head: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Void
        static let definition = Definition(method: .head, path: "bytes/\(\.count)")
        var count: Int
    }
}

extension RealServers {
    protocol Method: Sendable {
        static var method: HTTPMethod { get }
    }

    enum Post: Method { static let method = HTTPMethod.post }
    enum Put: Method { static let method = HTTPMethod.put }
    enum Patch: Method { static let method = HTTPMethod.patch }
    enum Delete: Method { static let method = HTTPMethod.delete }

    struct Upload<M: Method>: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Echo
        static var definition: Definition { Definition(method: M.method, path: "anything") }
        var body: Data?
    }

    /// A method as a row of a table.
    struct Verb: Sendable, CustomTestStringConvertible {
        static let withBody = [Verb(Post.self), Verb(Put.self), Verb(Patch.self), Verb(Delete.self)]

        let name: String
        let upload: @Sendable (URLSession, Data?) async throws -> Echo

        var testDescription: String { name }

        init<M: Method>(_: M.Type) {
            name = M.method.rawValue
            upload = { try await $0.response(with: Upload<M>(body: $1)) }
        }
    }
}
