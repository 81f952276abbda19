extension TokenStorageChecks {
    /// Checks that a store that can't be read says so, instead of “nobody is signed in”.
    ///
    /// ```swift
    /// try await checks.failuresSurface { try Data("{".utf8).write(to: url) }
    /// ```
    ///
    /// - Parameters:
    ///   - mending: undoes what `breaking` did, such as unlocking a database; after it the pair from before must be
    ///     there. With nil, the default, the store stays broken.
    ///   - breaking: makes the store fail; a pair is stored when it is called.
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled; what the closures throw.
    public func failuresSurface(
        mending: (@Sendable () async throws -> Void)? = nil,
        breaking: @Sendable () async throws -> Void
    ) async throws {
        let owners = try await openEmpty()
        let pair = PairSample.full.pair
        try await step(.roundTrip, "save(_:)") { try await owners.first.save(pair) }
        try await owners.second.expect(pair, in: self, .sharing, "the second owner's load()")
        try await breaking()
        for _ in 0..<2 {
            try await owners.first.expectFailure(in: self, "load() of the broken store")
            try await owners.second.expectFailure(in: self, "the second owner's load() of the broken store")
        }
        guard let mending else { return }
        try await mending()
        try await owners.first.expect(pair, in: self, .storageFailures, "load() of the mended store")
        try await owners.second.expect(
            pair, in: self, .storageFailures, "the second owner's load() of the mended store")
        try await step(.clearing, "clear()") { try await owners.first.clear() }
    }
}

extension TokenStorage {
    /// Expects that a load throws.
    fileprivate func expectFailure(in checks: TokenStorageChecks<Self>, _ action: String) async throws {
        let outcome = try await checks.step(.storageFailures, action) { () -> String? in
            do {
                return try await load() == nil ? "returned nil" : "returned a pair, as if nothing were broken"
            } catch {
                return nil
            }
        }
        if let outcome { throw ConformanceViolation(.storageFailures, found: "\(action) \(outcome)") }
    }
}
