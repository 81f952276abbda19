import Endpoints

/// Runs the variants of a case in turns.
struct Runner: Sendable {
    let server: URL
    let isQuick: Bool

    /// Measures a case.
    ///
    /// The order of the variants is another one in each round, so that none always comes after the same one.
    func run(_ benchmark: Benchmark) async throws -> Measurement {
        let variants = try benchmark.variants(server)
        if case .shared = benchmark.place {
            for variant in variants { try await variant.run(max(1, variant.operations(of: benchmark) / 4)) }
        }
        var rounds: [[String: Sample]] = []
        for round in 0..<(isQuick ? benchmark.quickRounds : benchmark.rounds) {
            var samples: [String: Sample] = [:]
            for index in variants.indices {
                let variant = variants[(index + round) % variants.count]
                samples[variant.name] = try await sample(of: variant, in: benchmark)
            }
            rounds.append(samples.merging(benchmark.derived(samples)) { $1 })
        }
        return Measurement(benchmark: benchmark, variants: variants, rounds: rounds)
    }

    private func sample(of variant: Variant, in benchmark: Benchmark) async throws -> Sample {
        guard case .ownProcess = benchmark.place else {
            return try await Sample(
                of: variant, operations: variant.operations(of: benchmark), callsPerRefresh: benchmark.callsPerRefresh)
        }
        let process = try OwnProcess([
            "--alone", "\(benchmark.name)/\(variant.name)", "--server", server.absoluteString,
        ])
        var data = Data()
        while case let more = process.nextOutput(), !more.isEmpty { data += more }
        let status = process.finish()
        guard status == 0 else { throw WrongResult("the process of \(variant.name) ended with \(status)") }
        return try JSONDecoder().decode(Sample.self, from: data)
    }
}
