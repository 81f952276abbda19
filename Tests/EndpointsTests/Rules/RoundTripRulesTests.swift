import Endpoints
import Testing

private struct Echo: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(
        method: .post, path: "e/\(\.text)/end",
        parameters: [.query("q", \.text), .form("f", \.text), .query("l", \.list), .form("g", \.list)])
    var text: String
    var list: [String]
}

private struct Encoded: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(method: .post, path: "e")
    static var bodyEncoder: any BodyEncoder { URLEncodedFormEncoder() }
    var body: [String: String]
}

private struct Seed: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    private static let special = Array(
        "/?#%&=+;.\\ \r\n\0\t'\"[]{}|^~`<>@:,*()!$%2F\u{301}\u{200D}\u{FEFF}".unicodeScalars)

    mutating func text() -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 1...12, using: &self) {
            let range: ClosedRange<UInt32> =
                switch Int.random(in: 0..<5, using: &self) {
                case 0: 0...0x7F
                case 1: 0x80...0x7FF
                case 2: 0x800...0xFFFF
                case 3: 0x1_0000...0x10_FFFF
                default: 0...0
                }
            let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self))
            text.append(range.count > 1 ? scalar ?? "\u{FFFD}" : Self.special.randomElement(using: &self) ?? " ")
        }
        return String(text)
    }
}

@Suite("Text goes out and comes back", .timeLimit(.minutes(5)))
struct RoundTripRulesTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test("U-02 1,000 random texts come back from path, query and form, byte for byte", arguments: [7, 20_260_102])
    func roundTrip(seed: UInt64) throws {
        var seed = Seed(state: seed)
        for _ in 0..<500 {
            let text = seed.text()
            if text == "." || text == ".." { continue }
            let list = [seed.text(), seed.text()]
            let request = try Echo(text: text, list: list).urlRequest()
            let url = try request.ruleURL()
            try #require(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            let parts = RuleDecoder.parts(url)
            try #require(parts.origin == "https://api.example.com")
            let segments = parts.path.split(separator: "/", omittingEmptySubsequences: false)
            try #require(segments.count == 5)
            #expect(RuleDecoder.bytes(segments[3]) == bytes(text))
            let sent = [("q", text), ("l", list[0]), ("l", list[1])]
            let query = RuleDecoder.pairs(try request.ruleQuery())
            try #require(query.map(\.name) == sent.map(\.0))
            #expect(query.map { bytes($0.value) } == sent.map { bytes($0.1) })
            let body = try request.ruleBody()
            try #require(body.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            let form = RuleDecoder.pairs(body, plusIsSpace: true)
            try #require(form.map(\.name) == ["f", "g", "g"])
            #expect(form.map { bytes($0.value) } == sent.map { bytes($0.1) })
        }
    }

    @Test("U-02 random keys and values of an encoded form come back, byte for byte")
    func encodedForm() throws {
        var seed = Seed(state: 42)
        for _ in 0..<300 {
            let key = seed.text()
            let value = seed.text()
            let body = try Encoded(body: [key: value]).urlRequest().ruleBody()
            let pairs = RuleDecoder.pairs(body, plusIsSpace: true)
            try #require(pairs.count == 1)
            #expect(bytes(pairs[0].name) == bytes(key))
            #expect(bytes(pairs[0].value) == bytes(value))
        }
    }

    @Test("U-02 building twice gives the same request")
    func stable() throws {
        var seed = Seed(state: 3)
        for _ in 0..<50 {
            let endpoint = Echo(text: seed.text() + "x", list: [])
            let first = try endpoint.urlRequest()
            let second = try endpoint.urlRequest()
            #expect(first.url == second.url)
            #expect(first.httpBody == second.httpBody)
            #expect(first.allHTTPHeaderFields == second.allHTTPHeaderFields)
        }
    }
}
