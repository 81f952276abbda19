import Endpoints
import LoopbackServer
import Testing

/// A bearer token reaches the server the same way whether it is fixed or asked for.
@Suite("BearerAuth", .timeLimit(.minutes(5)))
struct BearerTests {
    private let session = URLSession.fresh()

    @Test("S0-4 a fixed token and one that is asked for are the same bytes")
    func bytes() async throws {
        let server = try LoopbackServer.immediate { _ in Reply(body: "ok") }
        let methods: [any AuthenticationMethod] = [
            BearerAuth(token: "s3cr3t"), .bearer("s3cr3t"), BearerAuth { "s3cr3t" }, HeaderKeyAuth(key: "s3cr3t"),
        ]
        for method in methods {
            _ = try await session.response(with: Item(name: "a"), environment: server.url, auth: method)
        }
        let requests = server.requests.map { String(decoding: $0.bytes, as: UTF8.self) }
        let areSame = Set(requests).count == 1
        #expect(areSame)
        #expect(requests.count == 4)
        let lines = requests.first?.components(separatedBy: "\r\n").filter { $0.hasPrefix("Authorization:") }
        let isBearer = lines == ["Authorization: Bearer s3cr3t"]
        #expect(isBearer)
    }

    @Test("an empty token is refused by its field's name, and nothing is sent")
    func empty() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        for method in [BearerAuth(token: ""), .bearer(""), BearerAuth { "" }] {
            let error = try await session.failure(of: Item(name: "a"), environment: server.url, auth: method)
            #expect("\(error)".contains("Authorization"))
        }
        #expect(server.connectionCount == 0)
    }
}
