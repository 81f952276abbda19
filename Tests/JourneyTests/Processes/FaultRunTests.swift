#if os(Linux) || os(macOS)
import Endpoints
import TestSupport
import Testing

/// What a server does wrong, very often, at once and very large; in processes of their own, whose descriptors and memory
/// are counted.
@Suite("Fault run", .tags(.concurrency), .serialized, .timeLimit(.minutes(5)))
struct FaultRunTests {
    @Test(
        "T-01 T-02 C-02 2,000 calls meet every fault of a server, and each ends once, as it should",
        arguments: [20_260_103])
    func calls(seed: Int) async throws {
        let (lines, status) = try await ChildProcess(product: "FaultRun", "calls", "--seed", "\(seed)").end()
        let output = lines.suffix(40).joined(separator: "\n")
        #expect(status == 0, "\(output)")
        let summary = try #require(lines.last, "\(output)")
        #expect(summary.hasPrefix("2000 calls, seed \(seed), 32 at once"), "\(output)")
        #expect(summary.hasSuffix(" 0 violations"), "\(output)")
    }

    @Test(
        "C-02 an answer that is too large or too slow ends in its error, within little memory",
        arguments: [
            ("stall", "transport(timedOut)"),
            ("declared-body", "response(tooLarge)"),
            ("chunked-body", "response(tooLarge)"),
            ("endless-body", "response(tooLarge)"),
            ("10000-small-headers", "success"),
            ("10000-large-headers", "response(headersTooLarge)"),
            ("huge-header", "response(headersTooLarge)"),
            ("gzip-bomb-1gb", "response(tooLarge)"),
        ]
    )
    func sizes(name: String, outcome: String) async throws {
        let (lines, status) = try await ChildProcess(product: "FaultRun", "sizes", name).end()
        let output = lines.joined(separator: "\n")
        #expect(status == 0, "\(output)")
        let summary = try #require(lines.last, "\(output)")
        #expect(summary.hasPrefix("\(name): \(outcome) after "), "\(output)")
    }
}
#endif
