/// Requests that a method must be able to authenticate.
enum RequestSample {
    /// A request with everything that must stay as it is.
    static let full = make(query: "?page=2&tag=a%2Bb%20c%26d&page=3") { request in
        request.httpMethod = "POST"
        request.httpBody = Data(#"{"title":"a"}"#.utf8)
        request.timeoutInterval = 17
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    /// A request with nothing that needn't be.
    static let plain = make(query: "") { _ in }

    static let all = [full, plain]

    /// A request that is not like another one.
    static func numbered(_ number: Int) -> URLRequest {
        make(query: "?number=\(number)") { $0.setValue("trace-\(number)", forHTTPHeaderField: "X-Trace") }
    }

    private static func make(query: String, _ change: (inout URLRequest) -> Void) -> URLRequest {
        var request = URLRequest(url: address)
        request.url = URL(string: address.absoluteString + query)
        request.setValue("application/json, */*;q=0.5", forHTTPHeaderField: "Accept")
        change(&request)
        return request
    }

    static let address =
        URL(string: "https://api.example.com:8443/v1/orders/a%2Fb%20c") ?? URL(fileURLWithPath: "/")
}

extension URLRequest {
    /// The header fields by their names in lower case.
    var fields: [String: String] {
        let all = (allHTTPHeaderFields ?? [:]).map { ($0.key.lowercased(), $0.value) }
        return Dictionary(all) { first, _ in first }
    }

    /// The query items as they stand in the address.
    var queryItems: [Substring] {
        (url?.absoluteString ?? "").prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst().split(separator: "&")
    }

    /// What another request has differently, apart from what was added to its fields and query; nil when nothing.
    func difference(to other: URLRequest) -> String? {
        if httpMethod != other.httpMethod { return "the HTTP method is another one" }
        if httpBody != other.httpBody || other.httpBodyStream != nil { return "the body is another one" }
        if timeoutInterval != other.timeoutInterval { return "timeoutInterval is another one" }
        let others = other.fields
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) where others[name] != value {
            return "the header field “\(name)” \(others[name] == nil ? "is gone" : "has another value")"
        }
        guard let address = other.url?.absoluteString else { return "there is no URL" }
        if url?.absoluteString.prefix(while: { $0 != "?" && $0 != "#" })
            != address.prefix(while: { $0 != "?" && $0 != "#" })
        {
            return "scheme, host, port or path of the URL are others"
        }
        if address.contains("#") { return "the URL has got a fragment" }
        var rest = other.queryItems[...]
        for item in queryItems {
            guard let index = rest.firstIndex(of: item) else {
                return "the query item “\(item.prefix { $0 != "=" })” is gone, at another place or escaped differently"
            }
            rest = rest[(index + 1)...]
        }
        return nil
    }
}
