import Endpoints

/// One variant, in a process that does nothing else.
struct SingleRun: Sendable {
    private let benchmark: Benchmark
    private let variant: Variant

    init(_ subject: Subject, server: URL?) throws {
        guard let benchmark = Catalog.benchmarks.first(where: { $0.name == subject.benchmark }) else {
            throw Misuse("there is no case \(subject.benchmark)")
        }
        guard server != nil || !benchmark.needsServer else { throw Misuse("\(subject) needs --server URL") }
        let variants = try benchmark.variants(server ?? URL(filePath: "/"))
        guard let variant = variants.first(where: { $0.name == subject.variant }) else {
            throw Misuse("there is no variant \(subject); there are \(variants.map(\.name))")
        }
        self.benchmark = benchmark
        self.variant = variant
    }

    /// Does the work and measures nothing.
    func run(operations: Int) async throws {
        try await variant.run(operations)
    }

    /// Does the work of a round and measures it, memory included.
    func sample() async throws -> Sample {
        let start = ResourceUsage.memory
        if case .ownProcess(let warmUp) = benchmark.place, warmUp > 0 { try await variant.run(warmUp) }
        var sample = try await Sample(
            of: variant, operations: variant.operations(of: benchmark), callsPerRefresh: benchmark.callsPerRefresh)
        sample.peakMemory = ResourceUsage.peakMemory - start
        return sample
    }
}
