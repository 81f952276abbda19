import Endpoints
import EndpointsMocking

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

    private static func saving(
        _ description: String,
        _ rule: ConformanceViolation.Rule,
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

extension TokenPair {
    /// The pair with other fields.
    func with(
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
