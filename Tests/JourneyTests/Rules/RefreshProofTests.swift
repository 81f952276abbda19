import Endpoints
import Testing

/// The guarantees of the refresh hold together, whatever happens at the same time.
@Suite("Refresh proof", .tags(.concurrency), .serialized, .timeLimit(.minutes(5)))
struct RefreshProofTests {
    @Test("1,000 rounds in orders that the seed decides", arguments: [UInt64(20_260_101)])
    func virtual(seed: UInt64) async throws {
        try await prove(form: "virtual", seed: seed)
    }

    @Test("1,000 rounds over sockets", arguments: [UInt64(20_260_102)])
    func socket(seed: UInt64) async throws {
        try await prove(form: "socket", seed: seed)
    }

    @Test("A seed decides everything that happens in the virtual form")
    func seedDecides() async throws {
        let first = try await StressProgram.run(form: "virtual", rounds: 50, seed: 7)
        let second = try await StressProgram.run(form: "virtual", rounds: 50, seed: 7)
        let other = try await StressProgram.run(form: "virtual", rounds: 50, seed: 8)
        let trace = try #require(first.trace)
        #expect(second.trace == trace)
        #expect(other.trace != nil && other.trace != trace)
    }

    private func prove(form: String, seed: UInt64) async throws {
        let run = try await StressProgram.run(form: form, rounds: 1_000, seed: StressProgram.seed(seed))
        #expect(run.status == 0, "\(run.tail)")
        #expect(run.output.contains("1000 rounds, trace"), "\(run.tail)")
    }
}
