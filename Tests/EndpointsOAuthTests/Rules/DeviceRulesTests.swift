import EndpointsMocking
import EndpointsOAuth
import Foundation
import LoopbackServer
import Testing

/// The device authorization grant (RFC 8628).
@Suite(.timeLimit(.minutes(5)))
struct DeviceRulesTests {
    private static func start(_ more: String = "") -> Reply {
        .json(#"{"device_code":"d+1","user_code":"AB-CD","verification_uri":"https://e.com/d"\#(more)}"#)
    }

    @Test("O-12 Pending keeps the pace, and slow_down adds five seconds for good")
    func waits() async throws {
        let codes = [
            "authorization_pending", "authorization_pending", "slow_down", "authorization_pending", "slow_down",
        ]
        let server = try LoopbackServer(
            replies: [Self.start()] + codes.map { .refusal($0) } + [.tokens("A1", refresh: "r1")])
        let clock = InstantClock()
        let flow = DeviceCodeFlow(.client(of: server.url), session: .fresh(), clock: clock)
        let response = try await flow.tokens(for: flow.begin())
        #expect(response.tokenPair.accessToken == "A1")
        #expect(clock.sleeps == [5, 5, 10, 10, 15].map { .seconds($0) })
        #expect(server.requestCount == 7)
    }

    @Test("O-12 Both requests have what RFC 8628 asks for, byte for byte")
    func wire() async throws {
        let server = try LoopbackServer(replies: [Self.start(), .tokens("A1")])
        let configuration = OAuthConfiguration.client(of: server.url, scopes: ["read", "write"])
        let flow = DeviceCodeFlow(configuration, session: .fresh(), clock: InstantClock())
        _ = try await flow.tokens(for: flow.begin())
        let (first, second) = (server.requests[0], server.requests[1])
        #expect(first.target == "/device" && first.method == "POST")
        #expect(first.field("client_id") == "client" && first.field("scope") == "read write")
        #expect(first.header("Accept") == "application/json")
        #expect(second.target == "/token")
        let expected = [
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code", "device_code=d%2B1",
            "client_id=client",
        ]
        #expect(second.bodyText.split(separator: "&").map(String.init).sorted() == expected.sorted())
    }

    @Test("O-12 The server's interval counts, and slow_down adds to it", arguments: ["2", #""2""#, "2.0"])
    func interval(value: String) async throws {
        let server = try LoopbackServer(replies: [
            Self.start(#","interval":\#(value)"#), .refusal("authorization_pending"), .refusal("slow_down"),
            .tokens("A1"),
        ])
        let clock = InstantClock()
        let flow = DeviceCodeFlow(.client(of: server.url), session: .fresh(), clock: clock)
        _ = try await flow.tokens(for: flow.begin())
        #expect(clock.sleeps == [.seconds(2), .seconds(7)])
    }

    @Test(
        "O-12 An interval that is none never makes a loop without pauses",
        arguments: ["0", "-3", #""x""#, "null", "1e300"])
    func oddInterval(value: String) async throws {
        let server = try LoopbackServer(replies: [
            Self.start(#","interval":\#(value)"#), .refusal("authorization_pending"), .tokens("A1"),
        ])
        let clock = InstantClock()
        let flow = DeviceCodeFlow(.client(of: server.url), session: .fresh(), clock: clock)
        _ = try? await flow.tokens(for: flow.begin())
        #expect(clock.sleeps.allSatisfy { $0 >= .seconds(1) })
        #expect(server.requestCount == 2 || clock.sleeps.count == 1)
    }

    @Test("O-12 A failing network keeps it asking, with longer waits")
    func network() async throws {
        let clock = InstantClock()
        let response = try await withMock { mocks in
            mocks.respondToOthers { _, count in
                switch count {
                case 0: .text(#"{"error":"authorization_pending"}"#, status: 400)
                case 1...3: .failure(count == 2 ? .timedOut : .connectionLost)
                default: .text(#"{"access_token":"A1"}"#)
                }
            }
        } test: {
            let flow = DeviceCodeFlow(.client(of: try url("https://ex.com")), clock: clock)
            return try await flow.tokens(for: try await device())
        }
        #expect(response.tokenPair.accessToken == "A1")
        let sleeps = clock.sleeps
        try #require(sleeps.count == 4)
        #expect(sleeps[0] == .seconds(5))
        #expect(sleeps[0] < sleeps[1] && sleeps[1] < sleeps[2] && sleeps[2] < sleeps[3])
    }

    @Test("O-12 The steps show the code first, and bring the tokens last")
    func steps() async throws {
        let more = #","verification_uri_complete":"https://e.com/d?c=AB-CD""#
        let server = try LoopbackServer(replies: [Self.start(more), .refusal("authorization_pending"), .tokens("A1")])
        let flow = DeviceCodeFlow(.client(of: server.url), session: .fresh(), clock: InstantClock())
        var steps: [String] = []
        for try await step in flow.signIn() {
            switch step {
            case .show(let device):
                steps.append("\(device.userCode) \(device.verificationURI) \(device.completeVerificationURI ?? "-")")
            case .signedIn(let response): steps.append(response.tokenPair.accessToken)
            }
        }
        #expect(steps == ["AB-CD https://e.com/d https://e.com/d?c=AB-CD", "A1"])
    }

    @Test("O-12 Pending and slow_down count at any status", arguments: [200, 401, 403, 428, 429])
    func statuses(status: Int) async throws {
        let server = try LoopbackServer(replies: [
            Self.start(), .refusal("authorization_pending", status: status), .refusal("slow_down", status: status),
            .tokens("A1"),
        ])
        let clock = InstantClock()
        let flow = DeviceCodeFlow(.client(of: server.url), session: .fresh(), clock: clock)
        #expect(try await flow.tokens(for: flow.begin()).tokenPair.accessToken == "A1")
        #expect(clock.sleeps == [.seconds(5), .seconds(10)])
    }

    @Test(
        "O-12 A refusal or nonsense at the start is an error",
        arguments: ["{}", "<html>", #"{"device_code":"S3CR3T"}"#])
    func badStart(argument: String) async throws {
        // The log shows arguments.
        let text = argument.replacingOccurrences(of: "S3CR3T", with: "s3cr3t")
        let server = try LoopbackServer(replies: [.json(text)])
        let flow = DeviceCodeFlow(.client(of: server.url), session: .fresh(), clock: InstantClock())
        let error = await failure { try await flow.begin() }
        #expect(error?.kind == "unreadableResponse 200")
        #expect(SecretWalk.leaks(in: error as Any).isEmpty)
    }

    @Test("O-12 Without an endpoint nothing is asked, and no description shows the device code")
    func edges() async throws {
        var configuration = try OAuthConfiguration.offline()
        configuration.deviceAuthorizationEndpoint = nil
        let flow = DeviceCodeFlow(configuration)
        #expect(await failure { try await flow.begin() }?.kind == "invalidConfiguration")
        #expect(SecretWalk.leaks(in: try await device(code: SecretWalk.secret)).isEmpty)
        let step = DeviceCodeFlow.Step.show(try await device(code: SecretWalk.secret))
        #expect(SecretWalk.leaks(in: step).isEmpty)
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
