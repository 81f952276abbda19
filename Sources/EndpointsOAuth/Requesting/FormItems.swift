/// The fields of a form, in their order.
struct FormItems: Encodable, Sendable {
    var items: [(name: String, value: String)]

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Name.self)
        for (name, value) in items { try fields.encode(value, forKey: Name(stringValue: name)) }
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension FormItems: CustomStringConvertible, CustomReflectable {
    /// The names; values may be secrets.
    var description: String { items.map(\.name).joined(separator: ", ") }

    /// The names.
    var customMirror: Mirror { Mirror(self, children: ["names": description]) }
}
