/// Takes an `Encodable` apart into the named fields of a form; the form encoders write these down.
///
/// An encoder stands for one slot of a ``FieldGroup``: what is encoded into it fills this slot.
struct FieldEncoder {
    /// What all encoders of one body share.
    final class Context {
        let style: ParameterStyle
        /// Whether `Data` becomes base64 text instead of a file.
        let encodesDataAsText: Bool
        /// A contradiction met by a function that cannot throw.
        fileprivate(set) var misuse: EncodingError?

        init(style: ParameterStyle = .standard, encodesDataAsText: Bool = true) {
            self.style = style
            self.encodesDataAsText = encodesDataAsText
        }
    }

    let context: Context
    let group: FieldGroup
    let slot: Int

    init(context: Context, group: FieldGroup, slot: Int) {
        self.context = context
        self.group = group
        self.slot = slot
    }

    /// An encoder for a whole body.
    init(context: Context) {
        let root = FieldGroup(.root, codingPath: [])
        self.init(context: context, group: root, slot: root.appendSlot())
    }

    /// The fields of `value`, in the order of its encoding.
    ///
    /// - Throws: `EncodingError.invalidValue` when `value` isn't keyed (a form consists of names and values) or holds
    ///   something that has no text; whatever its `encode(to:)` throws.
    static func fields(
        of value: some Encodable, style: ParameterStyle, encodesDataAsText: Bool
    ) throws -> [FormField] {
        let context = Context(style: style, encodesDataAsText: encodesDataAsText)
        let encoder = FieldEncoder(context: context)
        try encoder.encode(value)
        if let misuse = context.misuse { throw misuse }
        var fields: [FormField] = []
        switch encoder.group[encoder.slot] {
        case .empty:
            break
        case .group(let group) where group.shape == .keyed:
            group.appendFields(named: nil, arrays: style.arrays, to: &fields)
        case .group, .text, .file:
            throw encoder.invalid(
                type(of: value),
                "a form consists of named fields, so its top level is a struct, class or dictionary with text keys, and "
                    + "\(type(of: value)) has no names"
            )
        }
        return fields
    }

    /// An error about `value` at this place.
    ///
    /// What may be secret is represented by its type.
    func invalid(_ value: Any, _ reason: String) -> EncodingError {
        .refusal(of: value, inFormAt: codingPath, reason)
    }

    /// Fills the slot.
    func put(_ field: Field, for type: Any.Type) throws {
        guard case .empty = group[slot] else {
            throw invalid(type, "a second value was encoded where one has its place")
        }
        group[slot] = field
    }
}

extension FieldEncoder: Encoder {
    var codingPath: [any CodingKey] { group.codingPath(of: slot) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        container(keyedBy: type, isDictionary: ObjectIdentifier(type) == DictionaryKeyProbe.keyType)
    }

    func container<Key: CodingKey>(keyedBy: Key.Type, isDictionary: Bool) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(
            KeyedContainer<Key>(context: context, group: subgroup(.keyed), isDictionary: isDictionary)
        )
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        UnkeyedContainer(context: context, group: subgroup(.list))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        self
    }

    /// The group in the slot, made when there is none: a class and its superclass, asking in turn, share one.
    private func subgroup(_ shape: FieldGroup.Shape) -> FieldGroup {
        switch group[slot] {
        case .group(let existing) where existing.shape == shape:
            return existing
        case .group, .text, .file:
            context.misuse = context.misuse ?? invalid(shape, "a second container of another kind was asked for")
        case .empty:
            break
        }
        let new = FieldGroup(shape, codingPath: codingPath)
        group[slot] = .group(new)
        return new
    }
}
