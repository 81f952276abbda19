extension TokenStorageChecks {
    /// Checks that each field of a pair is loaded as it was saved, by every owner, and that a save replaces all of them.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled.
    public func roundTrip() async throws {
        let owners = try await openEmpty()
        for sample in PairSample.all {
            try await step(.clearing, "clear()") { try await owners.first.clear() }
            try await owners.first.expectNothing(in: self, .clearing, "load() after clear()")
            try await owners.second.expectNothing(in: self, .sharing, "the second owner's load() after clear()")
            try await step(.roundTrip, "save(_:) of \(sample.name)") { try await owners.first.save(sample.pair) }
            try await owners.first.expect(sample.pair, in: self, .roundTrip, "load() after a save of \(sample.name)")
            try await owners.second.expect(sample.pair, in: self, .sharing, "the second owner's load()")
        }
        for next in [PairSample.bare, .full, .bare] {
            try await step(.replacement, "save(_:)") { try await owners.first.save(next.pair) }
            try await owners.first.expect(next.pair, in: self, .replacement, "load() after a second save")
            try await owners.second.expect(next.pair, in: self, .sharing, "the second owner's load()")
            try await makeStorage().expect(next.pair, in: self, .sharing, "a new owner's load()")
        }
        try await step(.clearing, "clear()") { try await owners.second.clear() }
    }

    /// Checks that nothing is left after `clear()`, that an empty store can be read and cleared, and used again.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled.
    public func clearing() async throws {
        let owners = try await openEmpty()
        try await owners.first.expectNothing(in: self, .emptyLoad, "load() of an empty store")
        try await step(.clearingEmpty, "clear() of an empty store") {
            try await owners.first.clear()
            try await owners.second.clear()
        }
        for _ in 0..<2 {
            try await step(.clearing, "save(_:) after clear()") { try await owners.first.save(PairSample.full.pair) }
            try await owners.first.expect(
                PairSample.full.pair, in: self, .clearing, "load() of a pair saved after clear()")
            try await owners.second.expect(PairSample.full.pair, in: self, .sharing, "the second owner's load()")
            try await step(.clearing, "clear()") { try await owners.first.clear() }
            try await owners.first.expectNothing(in: self, .clearing, "load() after clear()")
            try await owners.second.expectNothing(in: self, .sharing, "the second owner's load() after clear()")
            try await makeStorage().expectNothing(in: self, .clearing, "a new owner's load() after clear()")
        }
        try await step(.clearing, "save(_:) after clear()") { try await owners.first.save(PairSample.bare.pair) }
        try await owners.first.expect(PairSample.bare.pair, in: self, .clearing, "load() of a pair saved after clear()")
        try await step(.clearing, "clear()") { try await owners.second.clear() }
        try await owners.first.expectNothing(in: self, .sharing, "load() after the second owner's clear()")
    }
}

extension TokenStorage {
    /// Expects that the pair is loaded.
    func expect(
        _ pair: TokenPair,
        in checks: TokenStorageChecks<Self>,
        _ rule: ConformanceViolation.Rule,
        _ action: String
    ) async throws {
        let loaded = try await checks.step(rule, action) { try await load() }
        if let difference = pair.difference(to: loaded) {
            throw ConformanceViolation(rule, found: "\(action): \(difference)")
        }
    }

    /// Expects that nothing is loaded.
    func expectNothing(
        in checks: TokenStorageChecks<Self>,
        _ rule: ConformanceViolation.Rule,
        _ action: String
    ) async throws {
        guard try await checks.step(rule, action, { try await load() }) == nil else {
            throw ConformanceViolation(rule, found: "\(action) returned a pair")
        }
    }
}
