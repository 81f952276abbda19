#if os(Linux) || os(macOS)
import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// A server answers a refresh after its time limit, while another process needs a token.
@Suite("A late answer, and another process", .timeLimit(.minutes(2)))
struct LateAnswerTests {
    private let folder = StoreFolder()

    @Test("R-23 R-17 the other process waits, and adopts the pair that comes late")
    func adopted() async throws {
        let storage = FileTokenStorage(url: folder.file)
        try await storage.save(TokenPair(accessToken: "A0", refreshToken: "r0"))
        let gate = Gate()
        let clock = ManualClock()
        let server = try LoopbackServer.immediate { request in
            guard request.path == "/token" else {
                return request.bearer == "A1" ? Reply(body: "1") : Reply(status: 401)
            }
            return .json(#"{"access":"A1","refresh":"r1","lifetime":null}"#)
        }
        // The note's end is a real date, which a slow machine must not reach.
        let auth = JWTAuth(
            initialTokens: nil, storage: storage, configuration: .init(refreshTimeout: .seconds(100)), clock: clock
        ) { token in
            // What is on the wire is not taken back by a limit.
            await Task.detached { await gate.wait() }.value
            return TokenPair(accessToken: "A1", refreshToken: "r1")
        }
        let caller = Task { try await auth.newAccessToken() }
        await gate.arrivals(1)
        try await clock.sleepers(1)
        clock.advance(by: .seconds(100))
        await #expect(throws: AuthenticationError.self) { try await caller.value }
        let probe = try ChildProcess(
            product: "TokenStoreProbe", "rounds", folder.file.path, server.url.absoluteString, "1")
        // It has been refused, so it looks at the store next.
        _ = await server.requests(count: 1)
        gate.open()
        let (lines, status) = try await probe.end()
        #expect(status == 0)
        #expect(lines == ["1 1"])
        #expect(server.exchanges.isEmpty, "the other process presented the token")
        #expect(try await auth.accessToken() == "A1")
        #expect(try await storage.load()?.refreshToken == "r1")
    }
}
#endif
