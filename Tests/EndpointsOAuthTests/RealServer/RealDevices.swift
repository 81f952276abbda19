import EndpointsOAuth
import TestSupport
import Testing

extension RealAuthorizationServer {
    @Suite("The device grant")
    struct Devices {
        private let program = Program()
        private let clock = ManualClock()

        @Test("O-12: A device shows a code, waits for the user, and is signed in")
        func approved() async throws {
            var responses: [TokenResponse] = []
            for try await step in try await flow().signIn() {
                switch step {
                case .show(let device): try await decide(.allow, on: device)
                case .signedIn(let response): responses.append(response)
                }
            }
            let response = try #require(responses.first)
            #expect(response.scopes == ["items:read"])
            let account = JWTAuth { _ in throw OAuthError.cancelled }
            try await account.setTokens(response.tokenPair)
            #expect(try await program.user(of: account) == "alice")
            let expected = [
                "POST /device-authorization/ 200": 1, "POST /token/ 400": 1, "POST /token/ 200": 1,
                "GET /api/me 200": 1,
            ]
            #expect(try await program.log(4) == expected)
        }

        @Test("O-12: A user who says no ends the wait with the server's code")
        func denied() async throws {
            let steps = try await flow().signIn()
            await #expect(
                performing: {
                    for try await case .show(let device) in steps { try await decide(.deny, on: device) }
                }, throws: isRefusal("access_denied"))
            let expected = ["POST /device-authorization/ 200": 1, "POST /token/ 400": 2]
            #expect(try await program.log(3) == expected)
        }

        /// Lets the user decide while the device waits for its second question, and then lets it ask.
        private func decide(_ decision: ScriptedBrowser.Decision, on device: DeviceAuthorization) async throws {
            #expect(!device.userCode.isEmpty)
            try await clock.sleepers(1)
            let text = try #require(device.completeVerificationURI)
            try await ScriptedBrowser().decideOnDevice(at: try #require(URL(string: text)), decision)
            clock.advance(by: .seconds(5))
        }

        private func flow() async throws -> DeviceCodeFlow {
            var configuration = try await program.configuration("tv", scopes: ["items:read"])
            // The server has it, and doesn't say so in its metadata.
            configuration.deviceAuthorizationEndpoint = program.server.appendingPathComponent("device-authorization/")
            return DeviceCodeFlow(configuration, session: program.session, clock: clock)
        }
    }
}
