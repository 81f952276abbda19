// What the program said when one guarantee was broken on purpose: each line has the break, the first of the rounds
// below that met it with the texts it printed in the virtual form, and then the same over sockets, where the round
// number is that of one run and differs from run to run.
//
// - a need during a refresh begins another one: round 1 “call 2 is never resumed”, “r0.0 was presented twice”, “hangs:
//   nothing can run, nothing sleeps, and not all are through”; round 5 “hangs for 60.0 seconds”
// - a late 401 refreshes again: round 1 “refresh 2 begins, though a0.1 was not refused and nobody asked”; round 23 the
//   same of refresh 1 and a1.0
// - a repeated request keeps the old token: round 1 “call 2 is sent again with a0.0, which was refused”; round 2 the
//   same of call 3
// - a token counts as good while it is refreshed: round 1 “call 4 began after the refresh of a0.0, and carries it”;
//   round 15 the same of call 11
// - a new pair is used before it is saved: round 86 “call 15 is sent again with a0.3, which was refused”, “call 15 has
//   a0.3, which the store never had”; round 106 “call 4 has a0.1, which the store never had”
// - a save that fails loses the new pair: round 35 “call 11 began after the refresh of a0.1, and carries it”, “r0.1 was
//   presented twice”; round 17 “call 20 began after the refresh of a0.1, and carries it”
// - a sign-out lets a refresh go on: round 37 “call 10 has no reason to end: token("a0.1")”, “call 11 began after the
//   sign-in of a0.1 had ended, and carries it”, “a0.1 is still there”, “memory has a0.1, the store nothing”; round 91
//   “call 11 began after the sign-in of a0.1 had ended, and carries it”
// - a cancelled caller cancels the refresh: round 3 “call 2 has no reason to end: refreshFailed”, “call 10 began after
//   the refresh of a0.0, and carries it”, “r0.0 was presented twice”; round 1 “refresh 1 is cancelled within its time,
//   though its sign-in goes on”, “r0.0 was presented twice”
// - a refresh has no time limit: round 6 “refresh 2 goes on though its time is up”; over sockets nobody can tell
// - a rejection keeps the tokens, where there is no store: round 161 “call 9 began after the sign-in of a0.1 had ended,
//   and carries it”, “r0.1 was presented again after its rejection”; round 11 the same of call 16, a0.0 and r0.0, and
//   “a0.0 is still there”
// - two instances refresh without the store's lock: round 15 “refresh 2 begins while another one of its sign-in
//   runs”, “r0.0 was presented twice”; round 16 the same
// - only three waiters are resumed: round 3 “call 4 is never resumed”, “hangs: nothing can run, nothing sleeps, and not
//   all are through”; round 1 “hangs for 60.0 seconds”
// - a pair that could not be saved is saved over another owner's: round 64 “call 12 began after the sign-in of a0.2 had
//   ended, and carries it”, “a0.2 is still there”; round 288 of another seed (3) the same of call 14, a0.1 and a0.3
// - a retried request goes out without credentials after a sign-out, in place of failing: none of the virtual rounds
//   met it; round 179 “call 6 has none, which the store never had”
#if os(Linux) || os(macOS)
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
#endif
