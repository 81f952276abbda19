extension TokenStorageChecks {
    /// Checks that saves at the same time leave one whole pair, and that a load meanwhile finds one, too.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled.
    public func concurrentSaves() async throws {
        let owners = try await openEmpty()
        let pairs = (0..<16).map(PairSample.numbered)
        try await step(.roundTrip, "save(_:)") { try await owners.first.save(pairs[0]) }
        try await step(.concurrentSaves, "one of the saves and loads at the same time") {
            let start = SharedResult<Void>()
            let unfinished = Locked(pairs.count)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, pair) in pairs.enumerated() {
                    let owner = number.isMultiple(of: 2) ? owners.first : owners.second
                    group.addTask {
                        try await start.value()
                        defer { unfinished.withLock { $0 -= 1 } }
                        try await owner.save(pair)
                    }
                }
                for owner in [owners.first, owners.second] {
                    group.addTask {
                        try await start.value()
                        repeat {
                            try await owner.expectOne(of: pairs, "load() while others save")
                            await Task.yield()
                        } while unfinished.withLock { $0 > 0 } && !Task.isCancelled
                    }
                }
                start.settle(.success(()))
                try await group.waitForAll()
            }
        }
        let left = try await step(.concurrentSaves, "load() after the saves") {
            try await owners.first.expectOne(of: pairs, "load() after the saves")
        }
        try await owners.second.expect(left, in: self, .sharing, "the second owner's load() after the saves")
        try await step(.clearing, "clear()") { try await owners.first.clear() }
    }
}

extension TokenStorage {
    /// Expects that one of the pairs is loaded as a whole, and returns it.
    @discardableResult
    fileprivate func expectOne(of pairs: [TokenPair], _ action: String) async throws -> TokenPair {
        guard let loaded = try await load() else {
            throw ConformanceViolation(.continuity, found: "\(action) returned nil, and there was a pair all the time")
        }
        guard pairs.contains(where: { $0.difference(to: loaded) == nil }) else {
            throw ConformanceViolation(.concurrentSaves, found: "\(action) returned a pair that nobody saved")
        }
        return loaded
    }
}
