import Endpoints
import Testing

/// What a status says that nobody has counted on.
@Suite("Sentences for statuses", .timeLimit(.minutes(5)))
struct StatusSentenceTests {
    /// The sentence of a call that is answered with a status.
    private func sentence(
        _ status: Int, headers: [String: String] = [:], to trace: [String: String] = [:],
        policy: RedirectPolicy = .follow
    ) async throws -> String {
        let transport = FakeTransport { request, _ throws(TransportFailure) in
            try TransportReply(status: status, headers: headers, to: request)
        }
        let auth = CustomAuth { request in
            for (name, value) in trace { request.setValue(value, forHTTPHeaderField: name) }
        }
        let error = await ruleError {
            try await transport.run {
                _ = try await URLSession.shared.response(
                    with: SampleItem(), auth: auth, options: RequestOptions(redirectPolicy: policy))
            }
        }
        return try #require(error).localizedDescription
    }

    @Test("a 304 that nobody asked for is told apart from one that a condition has caused")
    func unchanged() async throws {
        let unasked = try await sentence(304)
        #expect(unasked.contains("nothing has changed, though the request has no condition"))
        for name in ["If-None-Match", "if-modified-since"] {
            #expect(try await sentence(304, to: [name: "x"]).hasPrefix("Nothing has changed on the server."))
        }
        #expect(try await sentence(304, to: ["If-Match": "x"]) == unasked)
    }

    @Test("a redirect that the policy doesn't follow says so", arguments: [301, 302, 303, 307, 308])
    func refused(status: Int) async throws {
        let text = try await sentence(status, headers: ["Location": "/next"], policy: .never)
        #expect(text.contains("redirectPolicy says not to follow"))
        #expect(text.contains("status \(status)"))
        #expect(try await sentence(status, policy: .never).contains("leads nowhere"))
        #expect(try await sentence(status).contains("leads nowhere"))
    }

    @Test("a redirect to another origin says which policy doesn't follow it")
    func foreign() async throws {
        let text = try await sentence(302, headers: ["Location": "https://b.example/n"], policy: .sameOrigin)
        #expect(text.contains("another origin"))
        #expect(text.contains("(https://b.example/n, which redirectPolicy does not follow)"))
    }
}
