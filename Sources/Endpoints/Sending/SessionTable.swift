/// A value for each session of a user's, for as long as that session lives.
final class SessionTable<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        weak var session: URLSession?
        let value: Value
    }

    private let entries = Locked<[ObjectIdentifier: Entry]>([:])
    private let discard: @Sendable (Value) -> Void

    /// Creates a table, which hands each value to `discard` after its session has gone.
    init(discardingBy discard: @escaping @Sendable (Value) -> Void = { _ in }) {
        self.discard = discard
    }

    /// The number of values that are kept.
    var count: Int { entries.withLock(\.count) }

    /// The value of a session, made by `make` when it has none yet.
    func value<Failure: Error>(
        of session: URLSession, make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        let identity = ObjectIdentifier(session)
        if let value = entries.withLock({ entries in
            // An address may be another session's by now, so the reference is compared too.
            entries[identity].flatMap { $0.session === session ? $0.value : nil }
        }) {
            return value
        }
        let made = try make()
        let (value, discarded) = entries.withLock { entries -> (Value, [Value]) in
            if let entry = entries[identity], entry.session === session { return (entry.value, [made]) }
            // Sessions come and go; every new one is the occasion to let go of those that have gone.
            let gone = entries.filter { $0.value.session == nil }
            for key in gone.keys { entries[key] = nil }
            entries[identity] = Entry(session: session, value: made)
            return (made, gone.values.map(\.value))
        }
        discarded.forEach(discard)
        return value
    }
}
