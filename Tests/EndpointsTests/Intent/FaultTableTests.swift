import TestSupport
import Testing

@testable import Endpoints

/// Whatever is wrong with a store, a refresh token is not spent twice.
@Suite("Store faults during a refresh", .timeLimit(.minutes(5)))
struct FaultTableTests {
    @Test("R-23 R-10 every store fault at every moment of a refresh", arguments: FaultRow.all)
    func table(row: FaultRow) async throws {
        let stage = try FaultStage(row, in: TemporaryFolder())
        let outcome = try await stage.run()
        #expect(outcome == row.outcome)
        let isSignedOut = outcome.result == "notAuthenticated"
        // A fault before the token is presented changes nothing: the sign-in is what it was.
        let isUnsaved = outcome.result == "storageFailed" && outcome.presented == 1
        #expect(stage.auth.state == (isSignedOut ? .unauthenticated : isUnsaved ? .storageFailed : .authenticated))
        if isUnsaved || outcome.result == "A2" {
            // With the fault still there the process's own calls have a token.
            #expect(try await stage.auth.accessToken() == "A2")
        }
        #expect(stage.count("r1") == outcome.presented)
        try await stage.mend()
        let renewed = await stage.renew()
        #expect(renewed == row.renewed, "\(stage.store.steps)")
        #expect(stage.count("r1") == (row.renewed == "notAuthenticated" ? outcome.presented : 1))
        #expect(stage.count("r2") == (row.renewed == "A3" ? 1 : 0))
    }
}
