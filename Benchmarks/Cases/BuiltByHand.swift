import Endpoints

/// The request of ``Search`` as one writes it without the package.
enum BuiltByHand {
    static let encoder = JSONEncoder()

    /// The way of the documentation: `URLComponents`, then a field at a time.
    static func components(_ search: Search, body: Opinion?) throws -> URLRequest {
        guard let base = ShopAPI.base,
            var components = URLComponents(
                url: base.appending(path: "products/\(search.product)/\(search.section)"),
                resolvingAgainstBaseURL: false
            )
        else { throw URLError(.badURL) }
        components.queryItems = [
            URLQueryItem(name: "page", value: String(search.page)),
            URLQueryItem(name: "limit", value: String(search.limit)),
            URLQueryItem(name: "order", value: search.order),
            URLQueryItem(name: "q", value: search.text),
        ]
        guard let url = components.url else { throw URLError(.badURL) }
        return try withFields(url, search, body: body)
    }

    /// One string, then a field at a time.
    static func string(_ search: Search, body: Opinion?) throws -> URLRequest {
        try withFields(try url(search), search, body: body)
    }

    /// One string, and all fields at once: the quickest way there is.
    static func dictionary(_ search: Search, body: Opinion?) throws -> URLRequest {
        var request = URLRequest(url: try url(search))
        var fields = ["Accept": "application/json", "X-Client": "benchmarks", "X-Request-ID": search.requestID]
        if let body {
            request.httpMethod = "POST"
            request.httpBody = try encoder.encode(body)
            fields["Content-Type"] = "application/json"
        }
        request.allHTTPHeaderFields = fields
        return request
    }

    private static func url(_ search: Search) throws -> URL {
        let path = "\(ShopAPI.address)/products/\(search.product)/\(escaped(search.section))"
        let query = "page=\(search.page)&limit=\(search.limit)&order=\(escaped(search.order))&q=\(escaped(search.text))"
        guard let url = URL(string: "\(path)?\(query)") else { throw URLError(.badURL) }
        return url
    }

    private static func withFields(_ url: URL, _ search: Search, body: Opinion?) throws -> URLRequest {
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        request.setValue("benchmarks", forHTTPHeaderField: "X-Client")
        request.setValue(search.requestID, forHTTPHeaderField: "X-Request-ID")
        if let body {
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try encoder.encode(body)
        }
        return request
    }

    /// A byte at a time: `addingPercentEncoding` takes a microsecond for each text.
    static func escaped(_ text: String) -> String {
        let bytes = text.utf8
        guard !bytes.allSatisfy(isUnreserved) else { return text }
        return String(unsafeUninitializedCapacity: bytes.count * 3) { buffer in
            var count = 0
            func append(_ byte: UInt8) {
                buffer[count] = byte
                count += 1
            }
            for byte in bytes {
                if isUnreserved(byte) {
                    append(byte)
                } else {
                    append(UInt8(ascii: "%"))
                    append(digits[Int(byte >> 4)])
                    append(digits[Int(byte & 15)])
                }
            }
            return count
        }
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    /// What may stand in a segment or a query item as it is (RFC 3986 §2.3).
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default:
            false
        }
    }
}
