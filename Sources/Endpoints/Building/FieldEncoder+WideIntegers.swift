// The container protocols have default implementations for these two types, which throw, and which the compiler prefers
// to a generic function; so every container needs its own.

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension FieldEncoder {
    func encode(_ value: Int128) throws {
        try put(.text(String(value)), for: Int128.self)
    }

    func encode(_ value: UInt128) throws {
        try put(.text(String(value)), for: UInt128.self)
    }
}

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension FieldEncoder.KeyedContainer {
    func encode(_ value: Int128, forKey key: Key) throws {
        try clearedEncoder(for: key).encode(value)
    }

    func encode(_ value: UInt128, forKey key: Key) throws {
        try clearedEncoder(for: key).encode(value)
    }
}

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension FieldEncoder.UnkeyedContainer {
    func encode(_ value: Int128) throws {
        try nextEncoder().encode(value)
    }

    func encode(_ value: UInt128) throws {
        try nextEncoder().encode(value)
    }
}
