import Endpoints
import EndpointsMocking
import Testing

/// A store that breaks one rule, and the check that must find it.
struct StorageFault: Sendable, CustomTestStringConvertible {
    enum Check: Sendable, CaseIterable {
        case roundTrip, clearing, concurrentSaves, exclusiveAccess, refreshNotes, failures
    }

    let testDescription: String
    let check: Check
    let rule: ConformanceViolation.Rule
    let spoil: @Sendable (inout StubStorage) -> Void

    init(
        _ description: String,
        _ check: Check,
        _ rule: ConformanceViolation.Rule,
        _ spoil: @escaping @Sendable (inout StubStorage) -> Void
    ) {
        testDescription = description
        self.check = check
        self.rule = rule
        self.spoil = spoil
    }

    init(lock fault: StubStorage.LockFault, _ rule: ConformanceViolation.Rule) {
        self.init("\(fault)", .exclusiveAccess, rule) { $0.lockFault = fault }
    }
}

extension StorageFault {
    /// Stores that can't be emptied.
    static let clearings: [StorageFault] = [
        StorageFault("throws when empty", .clearing, .emptyLoad) {
            $0.onLoad = { place in
                guard let pair = try place.load() else { throw StubStorage.Wrapped() }
                return pair
            }
        },
        StorageFault("an empty pair when empty", .clearing, .emptyLoad) {
            $0.onLoad = { try $0.load() ?? TokenPair(accessToken: "") }
        },
        StorageFault("can't clear when empty", .clearing, .clearingEmpty) {
            $0.onClear = { place in
                guard try place.load() != nil else { throw StubStorage.Wrapped() }
                place.save(nil)
            }
        },
        StorageFault("can't clear twice", .clearing, .clearingEmpty) {
            let isCleared = Locked(false)
            $0.onClear = { place in
                let again = isCleared.withLock { isCleared in
                    defer { isCleared = true }
                    return isCleared
                }
                if again, try place.load() == nil { throw StubStorage.Wrapped() }
                place.save(nil)
            }
        },
        StorageFault("clears nothing", .clearing, .clearing) { $0.onClear = { _ in } },
        StorageFault("clears the tokens only", .clearing, .clearing) {
            $0.onClear = { place in
                place.pair.withLock { $0 = $0.map { TokenPair(accessToken: "", expiresAt: $0.expiresAt) } }
            }
        },
        StorageFault("can't clear", .clearing, .clearing) {
            $0.onClear = { place in if try place.load() != nil { throw StubStorage.Wrapped() } }
        },
        StorageFault("ends with clear", .clearing, .clearing) {
            let isCleared = Locked(false)
            $0.onClear = { place in
                if try place.load() != nil { isCleared.withLock { $0 = true } }
                place.save(nil)
            }
            $0.onSave = { place, new in if !isCleared.withLock({ $0 }) { place.save(new) } }
        },
        StorageFault("never comes back", .clearing, .clearingEmpty) { $0.onClear = { try await $0.waitForEver() } },
    ]

    /// Stores that can't be used by several at once.
    static let savings: [StorageFault] = [
        StorageFault("deletes and adds", .concurrentSaves, .continuity) {
            $0.onSave = { place, new in
                place.save(nil)
                for _ in 0..<100 { await Task.yield() }
                place.save(new)
            }
        },
        StorageFault("writes one field after the other", .concurrentSaves, .concurrentSaves) {
            $0.onSave = { place, new in
                for part in 0..<2 {
                    place.pair.withLock { old in
                        old =
                            part == 0
                            ? (old ?? new).with(access: new.accessToken)
                            : (old ?? new).with(
                                refresh: .some(new.refreshToken),
                                expires: .some(new.expiresAt),
                                refreshExpires: .some(new.refreshExpiresAt)
                            )
                    }
                    for _ in 0..<20 { await Task.yield() }
                }
            }
        },
        StorageFault("is busy", .concurrentSaves, .concurrentSaves) {
            $0.onSave = { place, new in
                guard
                    !place.isBroken.withLock({ isBusy in
                        defer { isBusy = true }; return isBusy
                    })
                else {
                    throw StubStorage.Wrapped()
                }
                for _ in 0..<20 { await Task.yield() }
                place.save(new)
                place.isBroken.withLock { $0 = false }
            }
            $0.onLoad = { place in place.pair.withLock { $0 } }
        },
    ]

    /// Stores whose lock isn't one, or never opens again.
    static let locks: [StorageFault] = [
        StorageFault(lock: .noLock, .exclusion),
        StorageFault(lock: .lockPerOwner, .exclusion),
        StorageFault(lock: .freesOnCancellation, .exclusion),
        StorageFault(lock: .leaksAfterError, .lockRelease),
        StorageFault(lock: .leaksAfterCancellation, .lockRelease),
        StorageFault(lock: .forgetsCancelledWaiters, .lockRelease),
        StorageFault(lock: .wrapsErrors, .bodyOutcome),
        StorageFault(lock: .wrapsCancellations, .bodyOutcome),
        StorageFault(lock: .repeatsBody, .bodyOutcome),
        StorageFault(lock: .repeatsFailedBody, .bodyOutcome),
        StorageFault(lock: .cannotBeCancelled, .cancelledWaiter),
        StorageFault(lock: .runsCancelledBody, .cancelledWaiter),
        StorageFault("load waits for its own lock", .exclusiveAccess, .accessInsideBody) {
            $0.onLoad = { place in
                if StubStorage.isInsideBody { try await place.waitForEver() }
                return try place.load()
            }
        },
        StorageFault("save waits for its own lock", .exclusiveAccess, .accessInsideBody) {
            $0.onSave = { place, new in
                if StubStorage.isInsideBody { try await place.waitForEver() }
                place.save(new)
            }
        },
        StorageFault("clear waits for its own lock", .exclusiveAccess, .accessInsideBody) {
            $0.onClear = { place in
                if StubStorage.isInsideBody { try await place.waitForEver() }
                place.save(nil)
            }
        },
        StorageFault("drops what is saved in a body", .exclusiveAccess, .accessInsideBody) {
            $0.onSave = { place, new in if !StubStorage.isInsideBody { place.save(new) } }
        },
    ]

    /// Stores that take a failure for a sign-out.
    static let failures: [StorageFault] = [
        StorageFault("nil when broken", .failures, .storageFailures) { $0.onLoad = { try? $0.load() } },
        StorageFault("the old pair when broken", .failures, .storageFailures) {
            $0.onLoad = { place in place.pair.withLock { $0 } }
        },
        StorageFault("an empty pair when broken", .failures, .storageFailures) {
            $0.onLoad = { place in
                if place.isBroken.withLock({ $0 }) { return TokenPair(accessToken: "") }
                return try place.load()
            }
        },
        StorageFault("throws once, then nil", .failures, .storageFailures) {
            $0.onLoad = { place in
                defer { place.isBroken.withLock { $0 = false } }
                if place.isBroken.withLock({ $0 }) { place.save(nil) }
                return try place.load()
            }
        },
        StorageFault("each owner throws once, then nil", .failures, .storageFailures) {
            let hasThrown = Locked(false)
            $0.onLoad = { place in
                guard place.isBroken.withLock({ $0 }) else { return try place.load() }
                let again = hasThrown.withLock { hasThrown in
                    defer { hasThrown = true }
                    return hasThrown
                }
                return again ? nil : try place.load()
            }
        },
        StorageFault("deletes what it can't read", .failures, .storageFailures) {
            $0.onLoad = { place in
                if place.isBroken.withLock({ $0 }) { place.save(nil) }
                return try place.load()
            }
        },
    ]
}
