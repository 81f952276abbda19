extension FieldEncoder: SingleValueEncodingContainer {
    /// Leaves the slot empty: nil has no field.
    func encodeNil() throws {}

    func encode(_ value: Bool) throws {
        switch context.style.booleans {
        case .words: try put(.text(value ? "true" : "false"), for: type(of: value))
        case .digits: try put(.text(value ? "1" : "0"), for: type(of: value))
        }
    }

    func encode(_ value: String) throws {
        try put(.text(value), for: type(of: value))
    }

    func encode(_ value: Double) throws {
        try putNumber(value, isFinite: value.isFinite)
    }

    func encode(_ value: Float) throws {
        try putNumber(value, isFinite: value.isFinite)
    }

    func encode(_ value: some Encodable & FixedWidthInteger) throws {
        try put(.text(String(value)), for: type(of: value))
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        switch value {
        case let text as String:
            try encode(text)
        case let date as Date:
            try putDate(date)
        case let data as Data where context.encodesDataAsText:
            try put(.text(data.base64EncodedString()), for: Data.self)
        case let data as Data:
            try put(.file(MultipartFile(data: data, filename: nil)), for: Data.self)
        case let url as URL:
            try put(.text(url.absoluteString), for: URL.self)
        case let number as Decimal:
            try putNumber(number, isFinite: number.isFinite)
        default:
            try value.encode(to: self)
        }
    }

    private func putNumber(_ number: some CustomStringConvertible, isFinite: Bool) throws {
        guard isFinite else { throw invalid(number, "a number that is not finite has no text") }
        try put(.text(number.description), for: type(of: number))
    }

    private func putDate(_ date: Date) throws {
        let text =
            switch context.style.dates {
            case .dateTime: ISO8601Dates.string(from: date)
            case .dateOnly: ISO8601Dates.dayString(from: date)
            }
        guard let text else { throw invalid(date, ISO8601Dates.unwritable) }
        try put(.text(text), for: Date.self)
    }
}

extension FieldEncoder {
    /// The members of an object.
    struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let context: Context
        let group: FieldGroup
        let isDictionary: Bool

        var codingPath: [any CodingKey] { group.codingPath }

        /// Clears the slot, as the last value of a key counts.
        func encodeNil(forKey key: Key) throws {
            _ = clearedEncoder(for: key)
        }

        func encode(_ value: some Encodable, forKey key: Key) throws {
            try clearedEncoder(for: key).encode(value)
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy keyType: NestedKey.Type, forKey key: Key
        ) -> KeyedEncodingContainer<NestedKey> {
            encoder(for: key).container(keyedBy: keyType)
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            encoder(for: key).unkeyedContainer()
        }

        func superEncoder() -> any Encoder {
            encoder(for: SuperKey.super)
        }

        func superEncoder(forKey key: Key) -> any Encoder {
            encoder(for: key)
        }

        func clearedEncoder(for key: Key) -> FieldEncoder {
            let encoder = encoder(for: key)
            group[encoder.slot] = .empty
            return encoder
        }

        private func encoder(for key: some CodingKey) -> FieldEncoder {
            let slot = group.slot(for: key, isDictionaryEntry: isDictionary)
            return FieldEncoder(context: context, group: group, slot: slot)
        }
    }

    /// The name that `superEncoder()` has by the contract of `KeyedEncodingContainer`.
    private enum SuperKey: String, CodingKey {
        case `super`
    }

    /// The elements of an array.
    struct UnkeyedContainer: UnkeyedEncodingContainer {
        let context: Context
        let group: FieldGroup

        var codingPath: [any CodingKey] { group.codingPath }
        var count: Int { group.entries.count }

        func encodeNil() throws {
            _ = group.appendSlot()
        }

        func encode(_ value: some Encodable) throws {
            try nextEncoder().encode(value)
        }

        func nestedContainer<NestedKey: CodingKey>(
            keyedBy keyType: NestedKey.Type
        ) -> KeyedEncodingContainer<NestedKey> {
            nextEncoder().container(keyedBy: keyType)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            nextEncoder().unkeyedContainer()
        }

        func superEncoder() -> any Encoder {
            nextEncoder()
        }

        func nextEncoder() -> FieldEncoder {
            FieldEncoder(context: context, group: group, slot: group.appendSlot())
        }
    }
}
