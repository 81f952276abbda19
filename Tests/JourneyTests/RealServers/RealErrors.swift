import Endpoints
import Testing

extension RealServers {
    @Suite("Errors of one's own")
    struct Errors {
        @Test("Each status has an error type of its own", arguments: SessionKind.allCases)
        func perStatus(kind: SessionKind) async throws {
            let session = kind.session
            let image = await #expect(throws: Picture.TaskError.self) {
                try await session.response(with: Picture(path: "image", accept: "text/plain"))
            }
            guard case .errorResponse(.notAcceptable(let offer), let received) = image else {
                Issue.record("It is \(String(describing: image)).")
                return
            }
            #expect(offer.accept.contains("image/png"))
            #expect(received.statusCode == 406)
            let other = await #expect(throws: Picture.TaskError.self) {
                try await session.response(with: Picture(path: "status/418", accept: "*/*"))
            }
            guard case .errorResponse(.other(418, let text), _) = other else {
                Issue.record("It is \(String(describing: other)).")
                return
            }
            #expect(text.contains("teapot"))
        }

        @Test("S-02 An error body that doesn't fit keeps its status and bytes", arguments: SessionKind.allCases)
        func undecodable(kind: SessionKind) async throws {
            let error = await #expect(throws: Teapot.TaskError.self) {
                try await kind.session.response(with: Teapot())
            }
            guard case .unreadableResponse(let failure) = error else {
                Issue.record("It is \(String(describing: error)).")
                return
            }
            #expect(failure.code == .undecodableError)
            #expect(failure.received?.statusCode == 418)
            #expect(failure.received?.body.count == 135)
            #expect(failure.cause is DecodingError)
        }

        @Test("An error inside a 200 is an error")
        func insideSuccess() async throws {
            let fine = try await URLSession.shared.response(with: Envelope())
            #expect(fine.url.hasSuffix("/anything"))
            let error = await #expect(throws: Envelope.TaskError.self) {
                try await URLSession.shared.response(with: Envelope(error: "sold out"))
            }
            guard case .errorResponse(let refusal, let received) = error else {
                Issue.record("It is \(String(describing: error)).")
                return
            }
            #expect(refusal.args.error == "sold out")
            #expect(received.statusCode == 200)
        }

        @Test("S-02 A success that isn't what was declared is a typed error with its bytes")
        func unreadable() async throws {
            let error = await #expect(throws: Page.TaskError.self) {
                try await URLSession.shared.response(with: Page())
            }
            guard case .unreadableResponse(let failure) = error else {
                Issue.record("It is \(String(describing: error)).")
                return
            }
            #expect(failure.code == .undecodableBody)
            #expect(failure.received?.statusCode == 200)
            let body = try #require(failure.received?.body)
            #expect(String(decoding: body, as: UTF8.self).contains("<html>"))
        }

        @Test("A missing page is a typed 404")
        func missing() async throws {
            let error = await #expect(throws: Missing.TaskError.self) {
                try await URLSession.shared.response(with: Missing())
            }
            guard case .errorResponse(let page, let received) = error else {
                Issue.record("It is \(String(describing: error)).")
                return
            }
            #expect(received.statusCode == 404)
            #expect(page.contains("Not Found"))
        }
    }

    struct Picture: Endpoint {
        struct Offer: Decodable, Sendable {
            var message: String
            var accept: [String]
        }
        enum ErrorResponse: Sendable {
            case notAcceptable(Offer)
            case other(Int, String)
        }

        typealias Server = HTTPBin
        typealias Response = Data
        static let definition = Definition(url: \.url, headers: [.accept: .field(\.accept)])
        var path: String
        var accept: String

        var url: URL { HTTPBin.defaultEnvironment.appendingPathComponent(path) }

        static func decodeError(_ data: Data, from response: HTTPURLResponse) throws -> ErrorResponse {
            if response.statusCode == 406 { return .notAcceptable(try JSONDecoder().decode(Offer.self, from: data)) }
            return .other(response.statusCode, String(decoding: data, as: UTF8.self))
        }
    }

    struct Teapot: Endpoint {
        struct ErrorResponse: Decodable, Sendable {
            var message: String
        }
        typealias Server = HTTPBin
        typealias Response = Void
        static let definition = Definition(path: "status/418")
    }

    /// A service that answers every request with 200, and says in the body what it thinks of it.
    struct Envelope: Endpoint {
        struct ErrorResponse: Decodable, Sendable {
            struct Arguments: Decodable, Sendable {
                var error: String
            }
            var args: Arguments
        }
        typealias Server = HTTPBin
        typealias Response = Echo
        static let definition = Definition(path: "anything", parameters: [.query("error", \.error)])
        var error: String?

        static func accepts(_ response: HTTPURLResponse, body: Data) -> Bool {
            response.statusCode == 200 && (try? JSONDecoder().decode(ErrorResponse.self, from: body)) == nil
        }
    }

    struct Page: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Approval
        static let definition = Definition(path: "html")
    }

    struct Missing: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Void
        typealias ErrorResponse = String
        static let definition = Definition(path: "there-is-no-such-page")
    }
}
