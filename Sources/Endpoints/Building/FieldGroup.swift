/// What one slot of a ``FieldGroup`` holds.
enum Field {
    /// Nothing was encoded, or nil was.
    case empty
    case text(String)
    indirect case file(MultipartFile)
    case group(FieldGroup)
}

/// The members of one object or array, in the order in which they were encoded.
///
/// A reference, because an encoder hands out several containers that write into the same object in turn.
final class FieldGroup {
    /// Whether the members have names or positions; `.root` has a single member, the body itself.
    enum Shape {
        case root
        case keyed
        case list
    }

    /// A member and, in a keyed group, its key.
    struct Entry {
        let key: (any CodingKey)?
        let isDictionaryEntry: Bool
        var field: Field = .empty
    }

    let shape: Shape
    let codingPath: [any CodingKey]
    private(set) var entries: [Entry] = []
    private var slots: [String: Int] = [:]

    init(_ shape: Shape, codingPath: [any CodingKey]) {
        self.shape = shape
        self.codingPath = codingPath
    }

    subscript(slot: Int) -> Field {
        get { entries[slot].field }
        set { entries[slot].field = newValue }
    }

    /// The slot of `key`, made when the key is new.
    func slot(for key: any CodingKey, isDictionaryEntry: Bool) -> Int {
        let slot = slots[key.stringValue, default: entries.count]
        if slot == entries.count {
            slots[key.stringValue] = slot
            entries.append(Entry(key: key, isDictionaryEntry: isDictionaryEntry))
        }
        return slot
    }

    /// A new slot after the last one.
    func appendSlot() -> Int {
        entries.append(Entry(key: nil, isDictionaryEntry: false))
        return entries.count - 1
    }

    func codingPath(of slot: Int) -> [any CodingKey] {
        switch shape {
        case .root: codingPath
        case .keyed: codingPath + (entries[slot].key.map { [$0] } ?? [])
        case .list: codingPath + [IndexKey(slot)]
        }
    }
}
