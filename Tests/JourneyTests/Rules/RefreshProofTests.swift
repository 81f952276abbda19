// What the program said when a guarantee was broken on purpose, in the first of the rounds below that met it, virtual
// form first, then over sockets:
//
// - a need during a refresh begins another one: round 1 “r0.0 was presented twice”, “call 3 is never resumed”,
//   “hangs: nothing can run, nothing sleeps, and not all are through”; round 8 “hangs for 60.0 seconds”
// - a late 401 refreshes again: round 1 “refresh 2 begins, though a0.1 was not refused and nobody asked”; round 42
//   the same
// - a repeated request keeps the old token: round 1 “call 2 is sent again with a0.0, which was refused”; round 2 the
//   same
// - a token counts as good while it is refreshed: round 1 “call 4 began after the refresh of a0.0, and carries it”;
//   round 8 “call 8 has a0.0, which the store never had”
// - a new pair is used before it is saved: round 1 “call 2 has a0.1, which the store never had”; round 1 “r0.0 was
//   presented twice”
// - a save that fails loses the new pair: round 35 “r0.1 was presented twice”; round 80 the same of r0.0
// - a sign-out lets a refresh go on: round 37 “call 11 began after the sign-in of a0.1 had ended, and carries it”,
//   “memory has a0.1, the store nothing”; round 101 “a0.1 is still there”
// - a cancelled caller cancels the refresh: round 3 “refresh 3 is cancelled within its time, though its sign-in goes
//   on”; round 1 the same, and “r0.0 was presented twice”
// - a refresh has no time limit: round 6 “refresh 2 goes on though its time is up”; over sockets nobody can tell
// - a rejection keeps the tokens: round 62 “r0.1 was presented again after its rejection”, “onRefreshFailed is called
//   again for sign-in 0”; round 8 the same
// - two instances refresh without the store's lock: round 15 “refresh 2 begins while another one of its sign-in
//   runs”, “r0.0 was presented twice”; round 16 the same
// - only three waiters are resumed: round 3 “call 3 is never resumed”; round 4 “hangs for 60.0 seconds”
import Endpoints
import Testing

/// The guarantees of the refresh hold together, whatever happens at the same time; `ENDPOINTS_STRESS_SEED` names another
/// seed.
@Suite("Refresh proof", .tags(.concurrency), .serialized, .timeLimit(.minutes(5)))
struct RefreshProofTests {
    private static let seed = ProcessInfo.processInfo.environment["ENDPOINTS_STRESS_SEED"].flatMap { UInt64($0) }

    @Test("1,000 rounds keep every promise", arguments: [("virtual", UInt64(20_260_101)), ("socket", 20_260_102)])
    func proof(form: String, seed: UInt64) async throws {
        let run = try await StressRun(form: form, rounds: 1_000, seed: Self.seed ?? seed)
        #expect(run.status == 0, "\(run.tail)")
        let summary = try #require(run.summary, "\(run.tail)")
        #expect(summary.hasPrefix("1000 rounds"))
    }

    @Test("In the virtual form a seed decides everything that happens")
    func seedDecides() async throws {
        let first = try #require(try await StressRun(form: "virtual", rounds: 50, seed: 7).summary)
        let second = try #require(try await StressRun(form: "virtual", rounds: 50, seed: 7).summary)
        let other = try #require(try await StressRun(form: "virtual", rounds: 50, seed: 8).summary)
        #expect(second == first)
        #expect(other != first)
    }
}
