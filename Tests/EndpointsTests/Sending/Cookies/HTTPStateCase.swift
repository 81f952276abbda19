import Testing

/// A case of the http-state suite of RFC 6265: what an answer sets, and what a later request sends.
struct HTTPStateCase: Sendable {
    /// Why RFC 6265bis has it another way.
    typealias Rule = String

    let name: String
    let lines: [String]
    /// Where the later request goes; the answer is that of `http://home.example.org:8888/cookie-parser`.
    let place: String
    /// The `Cookie` field by the suite; empty where there is none.
    let sent: String
    /// The field by RFC 6265bis, where that is another one.
    let difference: (sent: String, rule: Rule)?

    init(
        _ name: String, _ lines: [String], to place: String = "/cookie-parser-result", sends sent: String = "",
        but other: String? = nil, by rule: Rule = ""
    ) {
        self.name = name
        self.lines = lines
        self.place = place
        self.sent = sent
        difference = other.map { ($0, rule) }
    }

    static let all = attributes + texts + places
}

extension HTTPStateCase.Rule {
    static let nameless = "§5.6 step 3: what has no equals sign, or nothing before it, is a value without a name"
    static let control = "§5.6 step 1: a control character"
}

extension HTTPStateCase: CustomTestStringConvertible {
    var testDescription: String { name }
}
