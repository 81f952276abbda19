/// Sends a key as a query item, for services that know no other way.
///
/// A URL is kept in logs and histories along the way, so prefer a header where the service offers one. The item never
/// shows in this package's own errors and descriptions.
public struct QueryKeyAuth: AuthenticationMethod {
    private let name: String
    private let key: Redacted<String>

    /// Creates the method.
    ///
    /// - Parameters:
    ///   - key: the key, escaped like any value.
    ///   - name: the item's name.
    public init(key: String, name: String) {
        self.name = name
        self.key = Redacted(key)
    }

    /// Returns the request with the item at the end of its query.
    ///
    /// An item of that name that is there already wins.
    public func authenticate(request: URLRequest) async throws -> URLRequest {
        guard let url = request.url else { return request }
        guard !name.isEmpty, !key.value.isEmpty else {
            throw EndpointError.invalidParameter(name, reason: "the key or its name is empty")
        }
        guard !(name + key.value).utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
            throw EndpointError.invalidParameter(
                name.escapedForDisplay,
                reason: "the key or its name holds a line break or another control character"
            )
        }
        let start = PercentEncoding.encoded(name) + "="
        let text = url.absoluteString
        let withoutFragment = text.prefix { $0 != "#" }
        let query = withoutFragment.drop { $0 != "?" }.dropFirst()
        let item = start + PercentEncoding.encoded(key.value)
        let present = query.split(separator: "&").filter { $0.utf8.starts(with: start.utf8) }
        guard present.isEmpty else {
            if !present.contains(where: { $0 == item }) {
                CurrentCall.journal?.credentialDisplaced(by: "the URL's query item \(name.escapedForDisplay)")
            }
            return request
        }
        guard let authenticated = URL(string: text.appending(queryItems: item)) else {
            throw EndpointError.invalidParameter(name, reason: "it can't stand in a URL")
        }
        var request = request
        request.url = authenticated
        return request
    }
}

extension AuthenticationMethod where Self == QueryKeyAuth {
    /// A key as a query item of the given name.
    public static func queryKey(_ key: String, name: String) -> QueryKeyAuth {
        QueryKeyAuth(key: key, name: name)
    }
}
