import Endpoints
import Testing

/// What both form encoders have in common, seen through the URL-encoded one.
@Suite("Objects, dictionaries and containers in forms", .timeLimit(.minutes(5)))
struct FieldEncoderTests {
    private func form(_ value: some Encodable) throws -> String {
        String(decoding: try URLEncodedFormEncoder().encode(value), as: UTF8.self)
    }

    private struct Item: Encodable {
        var name: String
        var tags: [String]
    }

    private struct Order: Encodable {
        var id: Int
        var items: [Item]
        var limits: [String: [Int]]
    }

    @Test("U-07 Objects are nested in brackets, numbered in arrays, in the order of their declaration")
    func objects() throws {
        let items = [Item(name: "a", tags: ["x", "y"]), Item(name: "b", tags: [])]
        let order = Order(id: 7, items: items, limits: ["z": [1, 2], "m": [3]])
        let expected = [
            ("id", "7"), ("items[0][name]", "a"), ("items[0][tags]", "x"), ("items[0][tags]", "y"),
            ("items[1][name]", "b"), ("limits[m]", "3"), ("limits[z]", "1"), ("limits[z]", "2"),
        ]
        let received = FormDecoder.decode(try URLEncodedFormEncoder().encode(order))
        #expect(received.map(\.0) == expected.map(\.0))
        #expect(received.map(\.1) == expected.map(\.1))
        #expect(try form(["a": ["b": ["c": 1]]]) == "a%5Bb%5D%5Bc%5D=1")
        #expect(try form(["a": ["b": 1]]) == "a%5Bb%5D=1")
        #expect(try form(["": ["": 1]]) == "%5B%5D=1")
    }

    private enum Shape: Encodable {
        case circle(radius: Int)
    }

    @Test("U-07 An enum with associated values is an object")
    func enumWithAssociatedValues() throws {
        #expect(try form(["s": Shape.circle(radius: 2)]) == "s%5Bcircle%5D%5Bradius%5D=2")
    }

    // MARK: Dictionaries

    private struct Wrapped<Value: Encodable>: Encodable {
        var value: Value
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    @Test("U-07 A dictionary is sorted: whole numbers by value, then text")
    func sortedDictionaries() throws {
        #expect(try form([10: "c", 9: "b", -1: "a"]) == "-1=a&9=b&10=c")
        let mixed = ["b": 1, "10": 2, "a": 3, "9": 4, "1a": 5, "01": 6, "1": 7]
        #expect(try form(mixed) == "01=6&1=7&9=4&10=2&1a=5&a=3&b=1")
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        let many = Dictionary(uniqueKeysWithValues: letters.map { ($0, 1) })
        let sorted = letters.map { $0 + "=1" }.joined(separator: "&")
        #expect(try form(many) == sorted)
        #expect(try form(Wrapped(value: many)) == sorted)
        #expect(try form([String: Int]()) == "")
    }

    private struct Extensible: Encodable {
        enum CodingKeys: CodingKey { case z, y }
        var extra: [String: String]
        func encode(to encoder: any Encoder) throws {
            try extra.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(1, forKey: .z)
            try container.encode(2, forKey: .y)
        }
    }

    @Test("U-07 A dictionary's entries beside declared keys follow them, sorted")
    func dictionaryBesideDeclaredKeys() throws {
        #expect(try form(Extensible(extra: ["b": "4", "a": "3"])) == "z=1&y=2&a=3&b=4")
    }

    // MARK: Containers by hand

    private class Animal: Encodable {
        var name = "Rex"
    }

    private final class Dog: Animal {
        enum CodingKeys: CodingKey { case tricks, parent }
        var hands: (any Encoder, KeyedEncodingContainer<CodingKeys>) throws -> Void = { _, _ in }
        override func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(["sit"], forKey: .tricks)
            try hands(encoder, container)
        }
        func superEncode(to encoder: any Encoder) throws { try super.encode(to: encoder) }
    }

    @Test("U-07 A superclass writes beside, under \"super\" or under a key of choice")
    func classHierarchies() throws {
        let dog = Dog()
        dog.hands = { encoder, _ in try dog.superEncode(to: encoder) }
        #expect(try form(dog) == "tricks=sit&name=Rex")
        dog.hands = { _, container in
            var container = container
            try dog.superEncode(to: container.superEncoder())
        }
        #expect(try form(dog) == "tricks=sit&super%5Bname%5D=Rex")
        dog.hands = { _, container in
            var container = container
            try dog.superEncode(to: container.superEncoder(forKey: .parent))
        }
        #expect(try form(dog) == "tricks=sit&parent%5Bname%5D=Rex")
    }

    private struct ByHand: Encodable {
        enum CodingKeys: CodingKey { case a, b, c, d }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            var nested = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .a)
            var list = container.nestedUnkeyedContainer(forKey: .b)
            try nested.encode(1, forKey: .a)
            try list.encode(2)
            try nested.encodeNil(forKey: .b)
            try list.encodeNil()
            var inList = list.nestedContainer(keyedBy: CodingKeys.self)
            try inList.encode(3, forKey: .c)
            var inner = list.nestedUnkeyedContainer()
            try inner.encode(4)
            try "5".encode(to: list.superEncoder())
            #expect(list.count == 5)
            #expect(inner.codingPath.map(\.stringValue) == ["b", "Index 3"])
            var again = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .a)
            try again.encode(6, forKey: .d)
            try container.encode("old", forKey: .c)
            try container.encode("new", forKey: .c)
        }
    }

    @Test("U-07 Nested containers may be filled in turn; the last value of a key counts")
    func containersByHand() throws {
        let received = FormDecoder.decode(try URLEncodedFormEncoder().encode(ByHand()))
        #expect(received.map(\.0) == ["a[a]", "a[d]", "b", "b[2][c]", "b[3]", "b", "c"])
        #expect(received.map(\.1) == ["1", "6", "2", "3", "4", "5", "new"])
    }

    private struct Contradiction: Encodable {
        enum CodingKeys: CodingKey { case a }
        var write: @Sendable (any Encoder) throws -> Void
        func encode(to encoder: any Encoder) throws { try write(encoder) }
    }

    @Test(
        "U-07 Two kinds of content in one place are an error",
        arguments: [
            { encoder in
                try 1.encode(to: encoder)
                try 2.encode(to: encoder)
            },
            { encoder in
                _ = encoder.container(keyedBy: Contradiction.CodingKeys.self)
                _ = encoder.unkeyedContainer()
            },
            { encoder in
                try 1.encode(to: encoder)
                _ = encoder.container(keyedBy: Contradiction.CodingKeys.self)
            },
        ] as [@Sendable (any Encoder) throws -> Void])
    func contradictions(write: @escaping @Sendable (any Encoder) throws -> Void) throws {
        #expect(try invalidPath(["k": Contradiction(write: write)]) == ["k"])
    }

    /// The coding path of the `invalidValue` that encoding throws; nil when it throws nothing.
    private func invalidPath(_ value: some Encodable) throws -> [String]? {
        do {
            _ = try URLEncodedFormEncoder().encode(value)
            return nil
        } catch EncodingError.invalidValue(_, let context) {
            #expect(!context.debugDescription.isEmpty)
            return context.codingPath.map(\.stringValue)
        }
    }
}
