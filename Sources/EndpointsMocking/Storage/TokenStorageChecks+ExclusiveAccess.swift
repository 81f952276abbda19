extension TokenStorageChecks {
    /// Checks that bodies of `withExclusiveAccess` run one at a time over all owners, that their outcome comes through,
    /// and that the lock is free after each, also after errors and cancellations.
    ///
    /// A missing lock is found by letting many bodies use the store at once; that is as good as certain, not certain.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled.
    public func exclusiveAccess() async throws {
        let owners = try await openEmpty()
        try await ExclusiveAccess.$longestHold.withValue(longestHold) {
            try await outcomes(owners)
            try await accessInsideBody(owners)
            try await oneAtATime(owners)
            try await cancelledHolder(owners)
            try await holderThatGoesOn(owners)
            try await cancelledWaiters(owners)
        }
        try await step(.clearing, "clear()") { try await owners.first.clear() }
    }

    private func outcomes(_ owners: Owners) async throws {
        let runs = Locked(0)
        let value = try await step(.bodyOutcome, "withExclusiveAccess(_:) of a body that returns") {
            try await owners.first.withExclusiveAccess {
                runs.withLock { $0 += 1 }
                return "value"
            }
        }
        guard value == "value", runs.withLock({ $0 }) == 1 else {
            let found = "the body ran \(runs.withLock { $0 }) times, or its value was lost"
            throw ConformanceViolation(.bodyOutcome, found: found)
        }
        try await expectFree(owners, after: "a body that returned")
        let error = try await step(.bodyOutcome, "withExclusiveAccess(_:) of a body that throws") {
            await owners.first.failure {
                runs.withLock { $0 += 1 }
                throw BodyError(number: 7)
            }
        }
        guard let error else {
            throw ConformanceViolation(.bodyOutcome, found: "the error of the body was swallowed")
        }
        guard (error as? BodyError)?.number == 7 else {
            let found = "the error of the body became \(type(of: error))"
            throw ConformanceViolation(.bodyOutcome, found: found, underlying: error)
        }
        guard runs.withLock({ $0 }) == 2 else {
            throw ConformanceViolation(.bodyOutcome, found: "a body that threw ran \(runs.withLock { $0 } - 1) times")
        }
        try await expectFree(owners, after: "a body that threw")
    }

    private func accessInsideBody(_ owners: Owners) async throws {
        for pair in [PairSample.full.pair, PairSample.bare.pair] {
            try await step(.accessInsideBody, "load(), save(_:) or clear() inside a body") {
                try await owners.first.withExclusiveAccess {
                    try await owners.first.clear()
                    let nothing = try await owners.first.load()
                    try await owners.first.save(pair)
                    guard nothing == nil, pair.difference(to: try await owners.first.load()) == nil else {
                        let found = "load() inside a body returned something else than was saved or cleared in it"
                        throw ConformanceViolation(.accessInsideBody, found: found)
                    }
                }
            }
            try await owners.second.expect(pair, in: self, .sharing, "load() after a save inside a body")
        }
    }

    /// Many tasks count in the store: two bodies at once meet each other, or lose a step.
    private func oneAtATime(_ owners: Owners) async throws {
        let (tasks, rounds) = (8, 4)
        let occupancy = Occupancy()
        try await step(.roundTrip, "save(_:)") { try await owners.first.save(TokenPair(accessToken: "0")) }
        try await step(.exclusion, "one of \(tasks) tasks that wanted the lock at once") {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<tasks {
                    let owner = number.isMultiple(of: 2) ? owners.first : owners.second
                    group.addTask {
                        for _ in 0..<rounds {
                            try await owner.withExclusiveAccess {
                                occupancy.enter()
                                defer { occupancy.leave() }
                                let count = try await owner.load().flatMap { Int($0.accessToken) }
                                for _ in 0..<4 { await Task.yield() }
                                try await owner.save(TokenPair(accessToken: "\((count ?? 0) + 1)"))
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        try occupancy.expectOne("two bodies ran at once")
        let count = try await step(.exclusion, "load()") { try await owners.first.load() }
        guard count?.accessToken == "\(tasks * rounds)" else {
            throw ConformanceViolation(.exclusion, found: "what one body had saved was lost in another one's save")
        }
    }

    /// Expects that every owner gets the lock.
    func expectFree(_ owners: Owners, after event: String) async throws {
        for owner in [owners.second, owners.first, owners.second] {
            try await step(.lockRelease, "withExclusiveAccess(_:) after \(event)") {
                try await owner.withExclusiveAccess {}
            }
        }
    }
}
