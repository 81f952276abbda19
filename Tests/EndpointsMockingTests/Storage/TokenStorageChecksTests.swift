import Endpoints
import EndpointsMocking
import Testing

@Suite(.timeLimit(.minutes(5)))
struct TokenStorageChecksTests {
    private let place = StoragePlace()

    /// The checks of the store; a store that waits for ever says so itself, instead of a time limit.
    private func checks(
        _ spoil: @escaping @Sendable (inout StubStorage) -> Void = { _ in }
    ) -> TokenStorageChecks<StubStorage> {
        TokenStorageChecks(longestHold: .seconds(10), alarm: { [place] in try await place.hang.value() }) { [place] in
            var storage = StubStorage(place: place)
            spoil(&storage)
            return storage
        }
    }

    private func run(_ check: StorageFault.Check, of checks: TokenStorageChecks<StubStorage>) async throws {
        switch check {
        case .roundTrip: try await checks.roundTrip()
        case .clearing: try await checks.clearing()
        case .concurrentSaves: try await checks.concurrentSaves()
        case .exclusiveAccess: try await checks.exclusiveAccess()
        case .refreshNotes: try await checks.refreshNotes()
        case .failures:
            try await checks.failuresSurface {
                [place] in
                place.isBroken.withLock { $0 = false }
            } breaking: {
                place.isBroken.withLock { $0 = true }
            }
        }
    }

    @Test("S0-10 a store that keeps the rules passes, and is left empty")
    func good() async throws {
        place.save(TokenPair(accessToken: "from before"))
        try await checks().all()
        #expect(try place.load() == nil)
    }

    @Test("S0-10 each check passes alone, also on a store with something in it", arguments: StorageFault.Check.allCases)
    func goodAlone(check: StorageFault.Check) async throws {
        place.save(TokenPair(accessToken: "from before"))
        try await run(check, of: checks())
        #expect(try place.load() == nil)
    }

    @Test("R-19 a store that stays broken passes, and the next check empties it")
    func staysBroken() async throws {
        let checks = checks {
            $0.onClear = { place in
                place.isBroken.withLock { $0 = false }
                place.save(nil)
            }
        }
        try await checks.failuresSurface { place.isBroken.withLock { $0 = true } }
        #expect(throws: StoragePlace.Broken.self) { try place.load() }
        try await checks.all()
    }

    @Test(
        "S0-10 R-19 R-18 F-02 each broken store is found by the rule that it breaks",
        arguments: [
            StorageFault.contents, StorageFault.clearings, StorageFault.savings, StorageFault.locks,
            StorageFault.notes, StorageFault.failures,
        ].flatMap { $0 })
    func broken(fault: StorageFault) async throws {
        let violation = await #expect(throws: ConformanceViolation.self) {
            try await run(fault.check, of: checks(fault.spoil))
        }
        #expect(violation?.rule == fault.rule)
        let text = try #require(violation?.errorDescription)
        #expect(text.contains("“\(fault.rule.name)”") && text.contains(fault.rule.expectation))
        #expect(text.contains("Found: ") && text.hasSuffix(fault.rule.remedy))
        for token in ["full-", "bare-", "access-", "refresh-", "eyJ", "ключ"] {
            #expect(!text.contains(token))
        }
        #expect("\(String(reflecting: violation)) \(text)".contains("eyJ") == false)
    }

    @Test("R-19 every rule has a store that breaks it")
    func complete() {
        let all: [StorageFault] =
            StorageFault.contents + StorageFault.clearings + StorageFault.savings + StorageFault.locks
            + StorageFault.notes + StorageFault.failures
        #expect(
            Set(all.map(\.rule)) == [
                .roundTrip, .replacement, .emptyLoad, .clearing, .clearingEmpty, .sharing, .continuity,
                .concurrentSaves, .exclusion, .bodyOutcome, .lockRelease, .accessInsideBody, .cancelledWaiter,
                .refreshNote, .refreshNoteEnd, .storageFailures,
            ]
        )
    }

    @Test("a store without a lock passes the other checks")
    func lockless() async throws {
        let checks = checks { $0.lockFault = .noLock }
        try await checks.roundTrip()
        try await checks.clearing()
        try await checks.concurrentSaves()
    }

    @Test("the violation tells what the store threw, and shows only its type")
    func underlying() async throws {
        struct Leaky: Error, CustomStringConvertible { let description = "s3cr3t" }
        let checks = checks { $0.onSave = { _, _ in throw Leaky() } }
        let violation = try #require(
            await #expect(throws: ConformanceViolation.self) { try await checks.roundTrip() }
        )
        #expect(violation.underlying is Leaky)
        var text = "\(violation) \(violation.localizedDescription) \(String(reflecting: violation))"
        dump(violation, to: &text)
        #expect(text.contains("Leaky") && !text.contains("s3cr3t"))
    }

    @Test("cancelling a check ends it, and is no violation")
    func cancellation() async {
        let checks = TokenStorageChecks(longestHold: .zero, alarm: { try await SharedResult<Void>().value() }) {
            [place] in
            var storage = StubStorage(place: place)
            storage.onSave = { place, _ in try await place.waitForEver() }
            return storage
        }
        let check = Task { try await checks.roundTrip() }
        try? await place.hang.value()
        check.cancel()
        await #expect(throws: CancellationError.self) { try await check.value }
    }

    @Test("what makeStorage and the closures throw comes through")
    func closures() async {
        struct NoDisk: Error {}
        let checks = TokenStorageChecks<StubStorage> { throw NoDisk() }
        await #expect(throws: NoDisk.self) { try await checks.all() }
        await #expect(throws: NoDisk.self) { try await self.checks().failuresSurface { throw NoDisk() } }
    }

    @Test("a step that takes too long is a violation")
    func timeLimit() async {
        let checks = TokenStorageChecks(timeLimit: .milliseconds(1)) { [place] in
            var storage = StubStorage(place: place)
            storage.onClear = { try await $0.waitForEver() }
            return storage
        }
        let violation = await #expect(throws: ConformanceViolation.self) { try await checks.clearing() }
        #expect(violation?.found == "clear() did not come back within the time limit")
    }
}
