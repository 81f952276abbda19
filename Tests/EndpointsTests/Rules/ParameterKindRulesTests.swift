import Endpoints
import Testing

private struct One<Value: PathRepresentable & Sendable>: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static var definition: Definition {
        Definition(
            path: "p/\(\.value)",
            parameters: [.query("q", \.value), .query("d", \.value, style: .dateOnly)],
            headers: ["X-Value": .field(\.value)])
    }
    var value: Value
}

private enum Colour: String, PathRepresentable { case red = "dark red" }
private enum Level: Int, PathRepresentable { case high = -3 }
private struct Identifier: RawRepresentable, PathRepresentable, Sendable { var rawValue: UInt8 }

private enum Refused: PathRepresentable {
    case value
    var parameterValue: ParameterValue { .unrepresentable("it is no text") }
}

@Suite("Kinds of parameters", .timeLimit(.minutes(5)))
struct ParameterKindRulesTests {
    /// The same value as the path, the query and a header show it.
    private func texts(_ value: some PathRepresentable & Sendable) throws -> [String] {
        let request = try One(value: value).urlRequest()
        let parts = RuleDecoder.parts(try request.ruleURL())
        let pairs = RuleDecoder.pairs(try request.ruleQuery())
        return [
            RuleDecoder.text(try #require(parts.path.split(separator: "/").last)),
            try #require(pairs.first { $0.name == "q" }).value,
            try #require(request.value(forHTTPHeaderField: "X-Value")),
        ]
    }

    private func expect(_ value: some PathRepresentable & Sendable, _ text: String) throws {
        #expect(try texts(value) == [text, text, text])
    }

    @Test("S4-1 integers of every width, to their limits")
    func integers() throws {
        try expect(Int8.min, "-128")
        try expect(UInt8.max, "255")
        try expect(Int16.min, "-32768")
        try expect(UInt16.max, "65535")
        try expect(Int32.min, "-2147483648")
        try expect(UInt32.max, "4294967295")
        try expect(Int64.min, "-9223372036854775808")
        try expect(UInt64.max, "18446744073709551615")
        try expect(Int.max, "9223372036854775807")
        try expect(UInt.min, "0")
    }

    @Test("S4-1 text, booleans, identifiers, URLs and enums")
    func scalars() throws {
        try expect("a b", "a b")
        try expect("xa bx".dropFirst().dropLast(), "a b")
        try expect(true, "true")
        try expect(false, "false")
        let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        #expect(try texts(uuid).map { $0.uppercased() } == Array(repeating: uuid.uuidString, count: 3))
        try expect(try #require(URL(string: "https://e.example/a%20b?c=d&e#f")), "https://e.example/a%20b?c=d&e#f")
        try expect(Colour.red, "dark red")
        try expect(Level.high, "-3")
        try expect(Identifier(rawValue: 9), "9")
    }

    @Test(
        "S4-1 a Double comes back as it was",
        arguments: [0.0, -0.0, 1, 1.5, 0.1, -2.25, 1e21, 1e-7, .pi, .leastNonzeroMagnitude, .greatestFiniteMagnitude])
    func doubles(value: Double) throws {
        for text in try texts(value) { #expect(Double(text) == value) }
    }

    @Test("S4-1 a Float and a Decimal come back as they were")
    func otherNumbers() throws {
        for text in try texts(Float(0.1)) { #expect(text == "0.1") }
        for text in ["0.1", "123456789012345678901234567890.12", "-7", "1000000"] {
            try expect(try #require(Decimal(string: text)), text)
        }
    }

    @Test("S4-1 no number, and a value that refuses, is an error that names the parameter")
    func unrepresentable() throws {
        #expect(ruleRefusal(One(value: Double.nan)) != nil)
        #expect(ruleRefusal(One(value: Double.infinity)) != nil)
        #expect(ruleRefusal(One(value: -Float.infinity)) != nil)
        #expect(ruleRefusal(One(value: Decimal.nan)) != nil)
        #expect(ruleRefusal(One(value: Refused.value)) != nil)
        #expect(try #require(ruleRefusal(Asked(ratio: .nan)).map { "\($0)" }).contains("ratio"))
        guard case .invalidParameter("ratio", _)? = ruleRefusal(Asked(ratio: .infinity)) else {
            Issue.record("\(String(describing: ruleRefusal(Asked(ratio: .infinity))))")
            return
        }
        #expect(ruleRefusal(Asked(ratio: nil)) == nil)
    }

    private struct Asked: Endpoint {
        typealias Server = RuleServer
        typealias Response = Void
        static let definition = Definition(path: "x", parameters: [.query("ratio", \.ratio)])
        var ratio: Double?
    }

    @Test(
        "S4-1 a Date is RFC 3339 in UTC, or a day where the style says so",
        arguments: [
            (0.0, "1970-01-01T00:00:00", "1970-01-01"), (1_767_323_045, "2026-01-02T03:04:05", "2026-01-02"),
            (-1, "1969-12-31T23:59:59", "1969-12-31"), (951_782_400, "2000-02-29T00:00:00", "2000-02-29"),
            (1_767_311_999, "2026-01-01T23:59:59", "2026-01-01"),
            (253_402_300_799, "9999-12-31T23:59:59", "9999-12-31"),
        ])
    func dates(seconds: Double, prefix: String, day: String) throws {
        let date = Date(timeIntervalSince1970: seconds)
        for text in try texts(date).dropLast() {
            #expect(text.hasPrefix(prefix) && text.hasSuffix("Z"))
            #expect(["", ".0", ".000"].contains(text.dropFirst(prefix.count).dropLast()))
        }
        let request = try One(value: date).urlRequest()
        let query = try request.ruleQuery()
        #expect(RuleDecoder.pairs(query).first { $0.name == "d" }?.value == day)
    }

    @Test(
        "S4-1 a fraction of a second is kept to the millisecond",
        arguments: [
            (0.25, ["05.25Z", "05.250Z"]), (0.999, ["05.999Z"]), (-0.25, ["04.75Z", "04.750Z"]),
            (0.9996, ["05.999Z", "05.9996Z", "06Z", "06.000Z"]), (0.001, ["05.001Z"]),
        ])
    func fractions(seconds: Double, endings: [String]) throws {
        for text in try texts(Date(timeIntervalSince1970: 1_767_323_045 + seconds)).dropLast() {
            #expect(endings.map { "2026-01-02T03:04:" + $0 }.contains(text), "\(text)")
        }
    }
}
