#if os(Linux) || os(macOS)
import EndpointsOAuth
import TestSupport
import Testing

extension RealAuthorizationServer {
    @Suite(
        "A restart of the server",
        .enabled(
            if: AuthorizationServerAddress.isSet("OAUTH_RESTART"),
            "Set OAUTH_RESTART to a script that restarts the server and keeps what it knows."
        )
    )
    struct Restart {
        @Test(
            "A sign-in outlives a restart of the server: calls fail for now at worst, and one refresh goes on with it")
        func restart() async throws {
            let signedIn = try await SignedIn()
            #expect(try await signedIn.program.user(of: signedIn.account) == "alice")

            let script = try #require(AuthorizationServerAddress.text("OAUTH_RESTART"))
            // The server that it leaves behind would hold a connection to this process open.
            let process = try ChildProcess(script, capturesOutput: false)
            async let end = process.end()
            for user in await signedIn.program.eightUsers(of: signedIn.account) {
                switch user {
                case .success(let name): #expect(name == "alice")
                case .failure(let error): #expect(error.isRetryable)
                }
            }
            #expect(try await end.status == 0)
            #expect(try await signedIn.program.user(of: signedIn.account) == "alice")

            let (tokens, refreshes) = (try await signedIn.tokens(), signedIn.refreshes.withLock(\.self))
            signedIn.expire()
            for user in await signedIn.program.eightUsers(of: signedIn.account) { #expect(try user.get() == "alice") }
            let isRotated = try await signedIn.tokens().refreshToken != tokens.refreshToken
            #expect(isRotated)
            #expect(signedIn.endings.withLock(\.count) == 0)
            #expect(signedIn.refreshes.withLock(\.self) == refreshes + 1)
            let log = try await signedIn.program.log { $0["POST /token/ 200"] == refreshes + 2 }
            #expect(log["POST /token/ 200"] == refreshes + 2)
            #expect(log["POST /token/ 400"] == nil)
        }
    }
}
#endif
