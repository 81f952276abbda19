/// Finds out which coding key type the standard library encodes a dictionary with.
///
/// A dictionary's order is random, so its entries are sorted, while those of a struct keep their order. The key type is
/// what tells the two apart, also for a value that hands its encoder on to a dictionary; but it isn't public. A
/// dictionary that encodes itself into this encoder shows it.
struct DictionaryKeyProbe {
    static let keyType: ObjectIdentifier? = {
        let probe = DictionaryKeyProbe()
        // Without entries there is nothing that could fail.
        try? [String: String]().encode(to: probe)
        return probe.answer.keyType
    }()

    /// Outlives the copies that an `any Encoder` makes of its value.
    private final class Answer {
        var keyType: ObjectIdentifier?
    }

    private let answer = Answer()
    private let encoder = FieldEncoder(context: FieldEncoder.Context())
}

extension DictionaryKeyProbe: Encoder {
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        answer.keyType = ObjectIdentifier(type)
        return encoder.container(keyedBy: type, isDictionary: false)
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        encoder.unkeyedContainer()
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        encoder
    }
}
