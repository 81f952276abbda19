/// Names and values as a query or a form carries them, decoded once (WHATWG URL §5.1): `+` is a space.
struct FormParameters: Sendable {
    private let values: [String: String]

    /// Reads a raw query or form; of a name that comes twice, the first value counts.
    init(_ text: some StringProtocol) {
        var values: [String: String] = [:]
        for item in text.split(separator: "&") {
            let name = item.prefix { $0 != "=" }
            let value = item.dropFirst(name.count + 1)
            guard let decodedName = Self.decoded(name), let decodedValue = Self.decoded(value) else { continue }
            if values[decodedName] == nil { values[decodedName] = decodedValue }
        }
        self.values = values
    }

    /// The parameters of a redirect; the fragment's, where the query has none.
    init(redirect url: URL) {
        let text = url.absoluteString
        let withoutFragment = text.prefix { $0 != "#" }
        let query = withoutFragment.firstIndex(of: "?").map { withoutFragment[withoutFragment.index(after: $0)...] }
        self.init(query ?? text.dropFirst(withoutFragment.count + 1))
    }

    subscript(_ name: String) -> String? { values[name] }

    /// All of them.
    var all: [String: String] { values }

    private static func decoded(_ text: some StringProtocol) -> String? {
        text.replacingOccurrences(of: "+", with: " ").removingPercentEncoding
    }
}
