import EndpointsMocking
import EndpointsOAuth
import Foundation
import LoopbackServer
import TestSupport
import Testing

/// How the device authorization grant ends (RFC 8628).
@Suite(.timeLimit(.minutes(5)))
struct DeviceEndingRulesTests {
    private static func start(_ more: String = "") -> Reply {
        .json(#"{"device_code":"d+1","user_code":"AB-CD","verification_uri":"https://e.com/d"\#(more)}"#)
    }

    @Test(
        "O-12 A final error ends it", arguments: ["expired_token", "access_denied", "invalid_client", "invalid_grant"])
    func final(code: String) async throws {
        let server = try LoopbackServer(replies: [
            Self.start(), .refusal("authorization_pending"), .refusal(code), .tokens("A1"),
        ])
        let flow = DeviceCodeFlow(.client(of: server.url), session: .fresh(), clock: InstantClock())
        let device = try await flow.begin()
        #expect(await failure { try await flow.tokens(for: device) }?.kind == "server \(code)")
        #expect(server.requestCount == 3)
    }

    @Test("O-12 When the code's lifetime is over, it ends")
    func lifetime() async throws {
        let server = try LoopbackServer(replies: [Self.start(#","expires_in":12"#), .refusal("authorization_pending")])
        let clock = InstantClock()
        let flow = DeviceCodeFlow(.client(of: server.url), session: .fresh(), clock: clock)
        let device = try await flow.begin()
        #expect(device.lifetime == .seconds(12))
        #expect(await failure { try await flow.tokens(for: device) }?.kind == "timedOut")
        #expect(clock.now.offset <= .seconds(12))
        #expect((3...4).contains(server.requestCount))
    }

    @Test("O-12 A network that never comes back ends with the code's lifetime")
    func deadNetwork() async throws {
        let clock = InstantClock()
        let error = await withMock { mocks in
            mocks.respondToOthers { _, _ in .failure(.cannotConnect) }
        } test: {
            await failure {
                try await DeviceCodeFlow(.client(of: try url("https://ex.com")), clock: clock).tokens(
                    for: try await device())
            }
        }
        #expect(error?.kind == "timedOut" || error?.kind == "requestFailed")
        #expect(clock.now.offset <= .seconds(1800))
    }

    @Test("O-12 Cancelling ends a wait at once")
    func cancelledWait() async throws {
        let server = try LoopbackServer(replies: [Self.start(), .refusal("authorization_pending")])
        let clock = ManualClock()
        let flow = DeviceCodeFlow(.client(of: server.url), session: .fresh(), clock: clock)
        let device = try await flow.begin()
        let task = Task { await failure { try await flow.tokens(for: device) } }
        try await clock.sleepers(1)
        task.cancel()
        #expect(await task.value?.kind == "cancelled")
        #expect(clock.sleeperCount == 0)
        #expect(server.requestCount == 2)
    }

    @Test("O-12 Cancelling ends a request at once")
    func cancelledRequest() async throws {
        let server = try LoopbackServer(replies: [Self.start(), .silence])
        let flow = DeviceCodeFlow(.client(of: server.url), session: .fresh(), clock: ManualClock())
        let device = try await flow.begin()
        let task = Task { await failure { try await flow.tokens(for: device) } }
        _ = await server.requests(count: 2)
        task.cancel()
        #expect(await task.value?.kind == "cancelled")
    }

    @Test("O-12 Cancelling whoever listens ends the wait")
    func cancelledListener() async throws {
        let server = try LoopbackServer(replies: [Self.start(), .refusal("authorization_pending")])
        let clock = ManualClock()
        let flow = DeviceCodeFlow(.client(of: server.url), session: .fresh(), clock: clock)
        let task = Task { for try await _ in flow.signIn() {} }
        try await clock.sleepers(1)
        task.cancel()
        _ = await task.result
        while clock.sleeperCount > 0 { await Task.yield() }
        #expect(server.requestCount == 2)
    }

    @Test("O-12 Whoever stops listening ends the request that is under way")
    func stopped() async throws {
        let server = try LoopbackServer(replies: [Self.start(), .silence])
        let flow = DeviceCodeFlow(.client(of: server.url), session: .fresh(), clock: ManualClock())
        for try await step in flow.signIn() {
            guard case .show = step else { continue }
            _ = await server.requests(count: 2)
            break
        }
        await server.connectionsClosed(count: 1)
        #expect(server.requestCount == 2)
    }

    private func device(code: String = "d1") async throws -> DeviceAuthorization {
        try await withMock { mocks in
            mocks.respondToOthers { _, _ in
                .text(#"{"device_code":"\#(code)","user_code":"U","verification_uri":"https://e.com"}"#)
            }
        } test: {
            try await DeviceCodeFlow(.offline()).begin()
        }
    }
}
