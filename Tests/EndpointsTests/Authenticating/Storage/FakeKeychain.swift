import Endpoints

/// A keychain in memory that keeps one item and a note beside it, remembers its calls and answers with the statuses it was told.
final class FakeKeychain: KeychainAccess {
    enum Call: Hashable, Sendable, CaseIterable {
        case copy, add, update, delete
    }

    struct State: Sendable {
        var item: Set<KeychainAttribute>?
        /// The item of the note that a refresh token is being presented.
        var note: Set<KeychainAttribute>?
        var calls: [Call] = []
        var queries: [[KeychainAttribute]] = []
        /// What the next calls answer instead of doing anything.
        var scripted: [Call: [Int32]] = [:]
        /// What every call answers instead of doing anything.
        var always: [Call: Int32] = [:]
        /// What another process does before a call.
        var interference: [Call: @Sendable (inout State) -> Void] = [:]
        /// Whether there was a moment without the item after it had been there.
        var wasMissing = false
    }

    let state = Locked(State())

    var calls: [Call] { state.withLock { $0.calls } }

    func set(_ change: @Sendable (inout State) -> Void) {
        state.withLock { change(&$0) }
    }

    func copyMatching(_ query: [KeychainAttribute]) -> (status: Int32, data: Data?) {
        answer(.copy, query) { state in
            guard let item = state[query] else { return (-25300, nil) }
            return (0, item.lazy.compactMap(\.data).first)
        }
    }

    func add(_ attributes: [KeychainAttribute]) -> Int32 {
        answer(.add, attributes) { state in
            guard state[attributes.filter(\.isPlace)] == nil else { return (-25299, nil) }
            state[attributes] = Set(attributes)
            return (0, nil)
        }.status
    }

    func update(_ query: [KeychainAttribute], to attributes: [KeychainAttribute]) -> Int32 {
        answer(.update, query) { state in
            guard state[query] != nil else { return (-25300, nil) }
            state[query] = Set(query + attributes)
            return (0, nil)
        }.status
    }

    func delete(_ query: [KeychainAttribute]) -> Int32 {
        answer(.delete, query) { state in
            guard state[query] != nil else { return (-25300, nil) }
            state[query] = nil
            if state.item == nil { state.wasMissing = true }
            return (0, nil)
        }.status
    }

    private func answer(
        _ call: Call,
        _ query: [KeychainAttribute],
        _ work: (inout State) -> (status: Int32, data: Data?)
    ) -> (status: Int32, data: Data?) {
        state.withLock { state in
            state.calls.append(call)
            state.queries.append(query)
            state.interference[call]?(&state)
            if let status = state.always[call] { return (status, nil) }
            if let status = state.scripted[call]?.first {
                state.scripted[call]?.removeFirst()
                return (status, nil)
            }
            return work(&state)
        }
    }
}

extension FakeKeychain.State {
    /// The item that a query finds: that of the note, if it is of the identity that is asked for, or the other one.
    subscript(query: [KeychainAttribute]) -> Set<KeychainAttribute>? {
        get {
            guard query.contains(where: \.isNote) else { return item }
            return note.flatMap { $0.isSuperset(of: query.filter(\.isIdentity)) ? $0 : nil }
        }
        set { if query.contains(where: \.isNote) { note = newValue } else { item = newValue } }
    }
}

extension KeychainAttribute {
    fileprivate var isNote: Bool {
        if case .service(let name) = self { name.hasSuffix(".refresh-note") } else { false }
    }
    fileprivate var isIdentity: Bool { if case .generic = self { true } else { false } }
    fileprivate var isPlace: Bool {
        switch self {
        case .service, .account: true
        default: false
        }
    }

    var data: Data? {
        if case .value(let data) = self { data.value } else { nil }
    }
}

extension KeychainItem {
    /// The item of a test.
    static func sample(
        in keychain: FakeKeychain,
        accessibility: KeychainAccessibility = .afterFirstUnlockThisDeviceOnly,
        accessGroup: String? = nil
    ) -> KeychainItem {
        KeychainItem(
            service: "com.example.app",
            account: "tokens",
            accessibility: accessibility,
            accessGroup: accessGroup,
            access: keychain
        )
    }
}
