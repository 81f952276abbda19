/// Secrets that have been found by their places, to be found again wherever else they occur.
///
/// The functions that replace secrets by their names learn them on the way, so what comes second knows what was in the
/// first; whoever goes over everything twice misses nothing.
struct Secrets: Sendable {
    /// What shorter texts would also hit by chance.
    private static let minimumLength = 6
    static let placeholder = Redacted<Void>.placeholder
    private static let escapedPlaceholders = ["%3Credacted%3E", "%3credacted%3e"]

    private var literals: Set<String> = []

    /// Learns the value of a header field or a query item: as it is, and the credential in it.
    mutating func learn(credential value: String) {
        learn(value)
        let afterScheme = value.drop { $0 != " " }.drop { $0 == " " }
        learn(String(afterScheme))
        if value.lowercased().hasPrefix("basic "), let data = Data(base64Encoded: String(afterScheme)) {
            let pair = String(decoding: data, as: UTF8.self)
            learn(pair)
            learn(String(pair.drop { $0 != ":" }.dropFirst()))
        }
    }

    /// Learns the values of the cookies in a `Cookie` or `Set-Cookie` field.
    mutating func learn(cookies field: String, isResponse: Bool) {
        for piece in field.split(separator: isResponse ? "," : ";") {
            let pair = piece.prefix { $0 != ";" }
            guard let equals = pair.firstIndex(of: "=") else { continue }
            learn(String(pair[pair.index(after: equals)...]).trimmingCharacters(in: .whitespaces))
        }
    }

    /// Learns a secret, and how it looks in a URL or form.
    mutating func learn(_ secret: String) {
        let plain = secret.removingPercentEncoding ?? secret
        let escaped = plain.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? plain
        for text in [secret, plain, escaped]
        where text.utf8.count >= Self.minimumLength && !Self.unescapingPlaceholder(text).contains(Self.placeholder) {
            literals.insert(text)
        }
    }

    /// The text without any secret that is known.
    func hidden(in text: String) -> String {
        var hidden = text
        for literal in ordered where hidden.contains(literal) {
            hidden = hidden.replacingOccurrences(of: literal, with: Self.placeholder)
        }
        return hidden
    }

    /// The bytes without any secret that is known.
    func hidden(in data: Data) -> Data {
        ordered.reduce(data) { Self.replace(Data($1.utf8), by: Data(Self.placeholder.utf8), in: $0) }
    }

    /// The text with a replayed secret as it was recorded.
    static func unescapingPlaceholder(_ text: String) -> String {
        escapedPlaceholders.reduce(text) { $0.replacingOccurrences(of: $1, with: placeholder) }
    }

    static func replace(_ old: Data, by new: Data, in data: Data) -> Data {
        var result = Data()
        var rest = data[...]
        while let range = rest.range(of: old) {
            result += rest[..<range.lowerBound] + new
            rest = rest[range.upperBound...]
        }
        return result + rest
    }

    /// The longest first, as one may be part of another.
    private var ordered: [String] { literals.sorted { ($1.count, $0) < ($0.count, $1) } }
}
