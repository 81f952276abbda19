import Endpoints
import LoopbackServer
import Testing

/// A thousand requests that all met a 401.
@Suite("Refresh storm", .timeLimit(.minutes(5)))
struct RefreshStormTests {
    /// Holds the first attempts back until all of them have their credential.
    private struct Assembled: AuthenticationMethod {
        let base: JWTAuth
        let gate: Gate

        func authenticate(request: URLRequest) async throws -> URLRequest {
            let authenticated = try await base.authenticate(request: request)
            await gate.wait()
            return authenticated
        }

        func shouldReauthenticate(after response: HTTPURLResponse, body: Data, to request: URLRequest) -> Bool {
            base.shouldReauthenticate(after: response, body: body, to: request)
        }

        func reauthenticate(after failedRequest: URLRequest) async throws {
            try await base.reauthenticate(after: failedRequest)
        }
    }

    @Test("R-01 a thousand requests that all met a 401 cause one refresh and all succeed")
    func storm() async throws {
        let count = 1_000
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("A2", "r2") }
            return request.bearer == "A2" ? Reply(body: request.path) : Reply(status: 401)
        }
        // None waits for a connection, where its token would be put on anew.
        let session = URLSession.fresh(connections: count)
        let gate = Gate()
        let updated = Counter()
        let base = JWTAuth.exchanging(at: server.url, session: session, updated: updated)
        let auth = Assembled(base: base, gate: gate)
        let url = server.url
        let right = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                group.addTask {
                    let text = try await session.response(with: Item(name: "\(number)"), environment: url, auth: auth)
                    return text == "/items/\(number)"
                }
            }
            await gate.arrivals(count)
            gate.open()
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(right == count)
        #expect(server.exchanges == ["r1"])
        #expect(await updated.notes == ["A2"])
        let sent = Dictionary(grouping: server.calls, by: \.path).mapValues { $0.map(\.bearer) }
        #expect(sent.count == count)
        #expect(sent.values.allSatisfy { $0 == ["A1", "A2"] })
    }
}
