import Endpoints
import EndpointsMocking
import Testing

/// A store that breaks one rule, and the check that must find it.
struct StorageFault: Sendable, CustomTestStringConvertible {
    enum Check: Sendable, CaseIterable {
        case roundTrip, clearing, concurrentSaves, exclusiveAccess, failures
    }

    let testDescription: String
    let check: Check
    let rule: TokenStorageViolation.Rule
    let spoil: @Sendable (inout StubStorage) -> Void

    init(
        _ description: String,
        _ check: Check,
        _ rule: TokenStorageViolation.Rule,
        _ spoil: @escaping @Sendable (inout StubStorage) -> Void
    ) {
        testDescription = description
        self.check = check
        self.rule = rule
        self.spoil = spoil
    }

    init(lock fault: StubStorage.LockFault, _ rule: TokenStorageViolation.Rule) {
        self.init("\(fault)", .exclusiveAccess, rule) { $0.lockFault = fault }
    }
}

extension TokenPair {
    /// The pair with other fields.
    fileprivate func with(
        access: String? = nil,
        refresh: String?? = nil,
        expires: Date?? = nil,
        refreshExpires: Date?? = nil
    ) -> TokenPair {
        TokenPair(
            accessToken: access ?? accessToken,
            refreshToken: refresh ?? refreshToken,
            expiresAt: expires ?? expiresAt,
            refreshExpiresAt: refreshExpires ?? refreshExpiresAt
        )
    }
}

extension StorageFault {
    /// Stores that keep something else than they were given.
    static let contents: [StorageFault] = [
        StorageFault("forgets", .roundTrip, .roundTrip) { $0.onSave = { _, _ in } },
        StorageFault("refuses to save", .roundTrip, .roundTrip) { $0.onSave = { _, _ in throw StubStorage.Wrapped() } },
        saving("cuts long tokens", .roundTrip) { $0.with(access: String($0.accessToken.prefix(4096))) },
        saving("knows ASCII only", .roundTrip) {
            $0.with(refresh: $0.refreshToken?.filter { $0.isASCII })
        },
        saving("composes letters", .roundTrip) {
            $0.with(refresh: .some($0.refreshToken?.precomposedStringWithCanonicalMapping))
        },
        saving("keeps whole seconds", .roundTrip) {
            $0.with(
                expires: .some(
                    $0.expiresAt.map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }))
        },
        saving("takes empty for nil", .roundTrip) {
            $0.with(refresh: .some($0.refreshToken == "" ? nil : $0.refreshToken))
        },
        saving("takes nil for empty", .roundTrip) { $0.with(refresh: .some($0.refreshToken ?? "")) },
        saving("drops the refresh token", .roundTrip) { $0.with(refresh: .some(nil)) },
        saving("drops expiresAt", .roundTrip) { $0.with(expires: .some(nil)) },
        saving("drops refreshExpiresAt", .roundTrip) { $0.with(refreshExpires: .some(nil)) },
        saving("invents a date", .roundTrip) { $0.with(refreshExpires: .some($0.refreshExpiresAt ?? .distantFuture)) },
        merging("merges the refresh token") { new, old in new.with(refresh: .some(new.refreshToken ?? old.refreshToken))
        },
        merging("merges expiresAt") { new, old in new.with(expires: .some(new.expiresAt ?? old.expiresAt)) },
        merging("merges refreshExpiresAt") { new, old in
            new.with(refreshExpires: .some(new.refreshExpiresAt ?? old.refreshExpiresAt))
        },
        StorageFault("keeps the first pair", .roundTrip, .replacement) {
            $0.onSave = { place, new in place.pair.withLock { $0 = $0 ?? new } }
        },
        StorageFault("keeps what it read first", .roundTrip, .sharing) {
            let cache = Locked<TokenPair?>(nil)
            $0.onLoad = { place in
                let loaded = try place.load()
                return cache.withLock { cache in
                    cache = cache ?? loaded
                    return cache
                }
            }
            $0.onSave = { place, new in
                cache.withLock { $0 = new }
                place.save(new)
            }
            $0.onClear = { place in
                cache.withLock { $0 = nil }
                place.save(nil)
            }
        },
        StorageFault("shares nothing", .roundTrip, .sharing) {
            let own = StoragePlace()
            $0.onLoad = { _ in try own.load() }
            $0.onSave = { own.save($1) }
            $0.onClear = { _ in own.save(nil) }
        },
    ]

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
        StorageFault("nil when broken", .failures, .failuresSurface) { $0.onLoad = { try? $0.load() } },
        StorageFault("the old pair when broken", .failures, .failuresSurface) {
            $0.onLoad = { place in place.pair.withLock { $0 } }
        },
        StorageFault("an empty pair when broken", .failures, .failuresSurface) {
            $0.onLoad = { place in
                if place.isBroken.withLock({ $0 }) { return TokenPair(accessToken: "") }
                return try place.load()
            }
        },
        StorageFault("throws once, then nil", .failures, .failuresSurface) {
            $0.onLoad = { place in
                defer { place.isBroken.withLock { $0 = false } }
                if place.isBroken.withLock({ $0 }) { place.save(nil) }
                return try place.load()
            }
        },
        StorageFault("deletes what it can't read", .failures, .failuresSurface) {
            $0.onLoad = { place in
                if place.isBroken.withLock({ $0 }) { place.save(nil) }
                return try place.load()
            }
        },
    ]

    private static func saving(
        _ description: String,
        _ rule: TokenStorageViolation.Rule,
        _ change: @escaping @Sendable (TokenPair) -> TokenPair
    ) -> StorageFault {
        StorageFault(description, .roundTrip, rule) { $0.onSave = { $0.save(change($1)) } }
    }

    private static func merging(
        _ description: String,
        _ merge: @escaping @Sendable (_ new: TokenPair, _ old: TokenPair) -> TokenPair
    ) -> StorageFault {
        StorageFault(description, .roundTrip, .replacement) {
            $0.onSave = { place, new in place.pair.withLock { old in old = old.map { merge(new, $0) } ?? new } }
        }
    }
}
