/// What an authentication method added to a request, found by comparing it before and after.
///
/// Whatever the method is, its secrets are known this way: to strip on a foreign redirect, to keep out of every text.
struct Credentials: Sendable, Hashable {
    /// The names of header fields, in lower case.
    private(set) var headers: Set<String> = []
    /// The query items as they stand in the URL, `name=value`.
    private(set) var queryItems: Set<String> = []

    /// No credentials.
    static let none = Credentials()

    var isEmpty: Bool { headers.isEmpty && queryItems.isEmpty }

    func contains(header name: String) -> Bool {
        !headers.isEmpty && headers.contains(name.lowercased())
    }

    /// Whether a query item is one of the credentials, however it is escaped.
    func contains(item: some StringProtocol) -> Bool {
        guard !queryItems.isEmpty else { return false }
        let item = Self.decoded(item)
        return queryItems.contains { Self.decoded($0) == item }
    }

    /// Whether a query item has the name of one of the credentials, whatever its value is.
    func containsName(of item: some StringProtocol) -> Bool {
        guard !queryItems.isEmpty else { return false }
        let name = Self.decoded(item.prefix { $0 != "=" })
        return queryItems.contains { Self.decoded($0.prefix { $0 != "=" }) == name }
    }

    private static func decoded(_ text: some StringProtocol) -> String {
        text.removingPercentEncoding ?? String(text)
    }

    /// The credentials that `after` has and `before` has not.
    init(from before: URLRequest, to after: URLRequest) {
        let old = before.allHTTPHeaderFields ?? [:]
        for (name, value) in after.allHTTPHeaderFields ?? [:] where old[name] != value {
            headers.insert(name.lowercased())
        }
        if before.url != after.url {
            queryItems = Set(Self.items(of: after.url)).subtracting(Self.items(of: before.url))
        }
    }

    private init() {}

    /// These credentials, and header fields of the session's configuration that may be some.
    mutating func insert(header name: String) {
        headers.insert(name.lowercased())
    }

    private static func items(of url: URL?) -> [String] {
        guard let text = url?.absoluteString, let mark = text.firstIndex(of: "?") else { return [] }
        return text[text.index(after: mark)...].prefix { $0 != "#" }.split(separator: "&").map(String.init)
    }
}
