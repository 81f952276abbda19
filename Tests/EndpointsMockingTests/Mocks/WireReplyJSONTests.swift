import EndpointsMocking
import Testing

private struct Event: Codable, Sendable, Equatable {
    var startsAt: Date
}

private let event = Event(startsAt: Date(timeIntervalSince1970: 1_767_323_090.25))

/// A server with the default coders.
private struct DefaultSite: ServerDefinition {
    func baseURL(for environment: Environments) -> URL? { URL(string: "http://127.0.0.1:1") }
}

/// A server that writes seconds and snake case.
private struct OwnSite: ServerDefinition {
    func baseURL(for environment: Environments) -> URL? { URL(string: "http://127.0.0.1:1") }
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return encoder
    }
    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }
}

private struct Get<Server: ServerDefinition>: Endpoint where Server.Auth == NoAuth {
    typealias Response = Event
    static var definition: Definition { Definition(path: "events") }
}

private struct GetBytes<Server: ServerDefinition>: Endpoint where Server.Auth == NoAuth {
    typealias Response = Data
    static var definition: Definition { Definition(path: "bytes") }
}

@Suite("JSON of wire mocks", .timeLimit(.minutes(5)))
struct WireReplyJSONTests {
    private let session = URLSession.shared
    private let defaultText = #"{"startsAt":"2026-01-02T03:04:50.250Z"}"#
    private let ownText = #"{"starts_at":1767323090.25}"#

    /// What calls to both servers come to.
    private func responses() async throws -> (events: [Event], texts: [String]) {
        let events = [
            try await session.response(with: Get<DefaultSite>()), try await session.response(with: Get<OwnSite>()),
        ]
        let bytes = [
            try await session.response(with: GetBytes<DefaultSite>()),
            try await session.response(with: GetBytes<OwnSite>()),
        ]
        return (events, bytes.map { String(decoding: $0, as: UTF8.self) })
    }

    @Test("one reply is written as each endpoint's server writes, so each endpoint reads its dates")
    func byServer() async throws {
        let reply = try WireReply.json(event)
        let mocks = Mocks()
        mocks.respond(to: Get<DefaultSite>.self, with: reply)
        mocks.respond(to: Get<OwnSite>.self, with: reply)
        mocks.respond(to: GetBytes<DefaultSite>.self, with: .status(503), reply.delayed(by: .milliseconds(1)))
        mocks.respond(to: GetBytes<OwnSite>.self) { _ in reply }
        try await withMock(mocks) {
            _ = await session.result(with: GetBytes<DefaultSite>())
            let (events, texts) = try await responses()
            #expect(events == [event, event])
            #expect(texts == [defaultText, ownText])
        }
    }

    @Test("the answer to endpoints without a mock of their own is written as their server writes")
    func others() async throws {
        let mocks = Mocks()
        mocks.respondToOthers { _, _ in try .json(event) }
        try await withMock(mocks) {
            let (events, texts) = try await responses()
            #expect(events == [event, event])
            #expect(texts == [defaultText, ownText])
        }
    }

    @Test("an encoder that is given takes the place of the server's")
    func givenEncoder() async throws {
        let reply = try WireReply.json(event, status: 201, headers: ["X-A": "b"], encoder: OwnSite.encoder)
        try await withMock {
            $0.respond(to: GetBytes<DefaultSite>.self, with: reply)
        } test: {
            let answer = try await session.endpointResponse(with: GetBytes<DefaultSite>())
            #expect(answer.value == Data(ownText.utf8))
            #expect(answer.httpResponse.statusCode == 201)
            #expect(answer.httpResponse.value(forHTTPHeaderField: "Content-Type") == "application/json")
            #expect(answer.httpResponse.value(forHTTPHeaderField: "X-A") == "b")
        }
        #expect(throws: EncodingError.self) { try WireReply.json([Double.nan], encoder: JSONEncoder()) }
    }

    @Test("a value that its server can't encode fails the call, whoever gave the reply")
    func unencodable() async throws {
        let reply = try WireReply.json([Double.nan])
        let registrations: [@Sendable (Mocks) -> Void] = [
            { $0.respond(to: Get<DefaultSite>.self, with: reply) },
            { $0.respond(to: Get<DefaultSite>.self) { _ in reply } },
            { $0.respondToOthers { _, _ in reply } },
            { $0.respond(to: Get<DefaultSite>.self, json: Event(startsAt: .init(timeIntervalSince1970: .infinity))) },
        ]
        for register in registrations {
            let mocks = Mocks()
            register(mocks)
            let result = await withMock(mocks) { await session.result(with: Get<DefaultSite>()) }
            guard case .failure(.transportError(let failure)) = result else {
                Issue.record("\(result)")
                continue
            }
            #expect(failure.code == .other)
            #expect("\(failure)".contains("EncodingError"))
        }
    }

    @Test("a reply's description shows the type of its value, never the value")
    func description() throws {
        let reply = try WireReply.json(["s3cr3t"], status: 418)
        var dumped = ""
        dump(reply, to: &dumped)
        #expect("\(reply)" == "status 418, JSON of a value of type Array<String>")
        #expect(!dumped.contains("s3cr3t"))
    }
}
