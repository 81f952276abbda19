/// What a method added to a request, found by comparing it before and after, as a call does.
struct AttachedCredentials: Sendable, Equatable {
    /// The values of header fields by their names in lower case.
    private(set) var fields: [String: String] = [:]
    /// The query items as they stand in the URL, `name=value`.
    private(set) var items: [String] = []

    init(from before: URLRequest, to after: URLRequest) {
        let old = before.fields
        fields = after.fields.filter { old[$0.key] != $0.value }
        var known = before.queryItems
        for item in after.queryItems {
            if let index = known.firstIndex(of: item) { known.remove(at: index) } else { items.append(String(item)) }
        }
    }

    /// Whether there is nothing in it that has a value.
    var isEmpty: Bool {
        fields.values.allSatisfy(\.isEmpty) && items.allSatisfy { Self.pair($0)?.value.isEmpty ?? $0.isEmpty }
    }

    /// The names of the query items, those of `name=value` only.
    var itemNames: [String] { items.compactMap { Self.pair($0)?.name } }

    /// `name=value` in its parts.
    private static func pair(_ text: some StringProtocol) -> (name: String, value: String)? {
        guard let mark = text.firstIndex(of: "=") else { return nil }
        return (String(text[..<mark]), String(text[text.index(after: mark)...]))
    }
}

extension AttachedCredentials {
    /// A part of the credentials that nobody may see.
    struct Secret: Sendable {
        /// Where it stands, without its value.
        let place: String
        let text: String
    }

    /// The values, and what they are made of: without a scheme, decoded, the cookies' and parameters' own.
    ///
    /// What is shorter than six characters can't be told from other text.
    var secrets: [Secret] {
        let ofFields = fields.sorted { $0.key < $1.key }.flatMap { name, value in
            Self.parts(of: value, isCookie: name == "cookie").map {
                Secret(place: "the header field “\(name)”", text: $0)
            }
        }
        let ofItems = items.flatMap { item -> [Secret] in
            guard let (name, value) = Self.pair(item) else { return [Secret(place: "a query item", text: item)] }
            return [value, value.removingPercentEncoding ?? value].map {
                Secret(place: "the query item “\(name)”", text: $0)
            }
        }
        return (ofFields + ofItems).filter { $0.text.count >= 6 }
    }

    private static func parts(of value: String, isCookie: Bool) -> [String] {
        if isCookie { return value.split(separator: ";").compactMap { pair($0)?.value } }
        guard let space = value.firstIndex(of: " ") else { return [value] }
        let credentials = String(value[value.index(after: space)...])
        var parts = [value, credentials]
        if value[..<space].lowercased() == "basic", let data = Data(base64Encoded: credentials) {
            // The user name is no secret (RFC 7617 §2).
            let decoded = String(decoding: data, as: UTF8.self)
            parts += [decoded, String(decoded.drop { $0 != ":" }.dropFirst())]
        }
        for parameter in credentials.split(separator: ",") {
            guard let (name, value) = pair(parameter) else { continue }
            let end = name.trimmingCharacters(in: .whitespaces).lowercased()
            guard ["token", "secret", "key", "password", "signature"].contains(where: end.hasSuffix) else { continue }
            parts.append(value.trimmingCharacters(in: CharacterSet(charactersIn: " \"")))
        }
        return parts
    }

    /// The request with credentials of the same form and another content.
    func forged(in request: URLRequest) -> URLRequest {
        var forged = request
        for (name, value) in fields {
            forged.setValue(Self.forged(value, isCookie: name == "cookie"), forHTTPHeaderField: name)
        }
        guard !items.isEmpty, let url = request.url else { return forged }
        let query = request.queryItems.map { item in
            guard items.contains(String(item)) else { return String(item) }
            let (name, value) = Self.pair(item).map { ("\($0)=", $1) } ?? ("", String(item))
            let other = Self.forged(value.removingPercentEncoding ?? value, isCookie: false)
            return name + (other.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "other")
        }
        forged.url = URL(string: url.absoluteString.prefix { $0 != "?" } + "?" + query.joined(separator: "&"))
        return forged
    }

    /// The text with other letters and digits, the scheme and the cookies' names excepted.
    private static func forged(_ value: String, isCookie: Bool) -> String {
        if isCookie {
            return value.split(separator: ";").map { cookie in
                guard let (name, value) = pair(cookie) else { return String(cookie) }
                return "\(name)=\(forged(value, isCookie: false))"
            }.joined(separator: ";")
        }
        let start = value.firstIndex(of: " ") ?? value.startIndex
        let letters = value.unicodeScalars[start...].map { scalar -> Character in
            switch scalar {
            case "a"..."y", "A"..."Y", "0"..."8": Character(Unicode.Scalar(UInt8(scalar.value) + 1))
            case "z": "a"
            case "Z": "A"
            case "9": "0"
            default: Character(scalar)
            }
        }
        return value[..<start] + String(letters)
    }

    /// What these credentials of an authenticated request have twice after it was authenticated again; nil when nothing.
    func duplicate(in again: URLRequest, of request: URLRequest) -> String? {
        let values = again.fields
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
            guard let other = values[name], other != value else { continue }
            let separators: [Character] = [",", ";"]
            let before = other.hasSuffix(value) ? other.dropLast(value.count).last { $0 != " " } : nil
            let after = other.hasPrefix(value) ? other.dropFirst(value.count).first { $0 != " " } : nil
            if [before, after].contains(where: { $0.map(separators.contains) ?? false }) {
                return "the header field “\(name)” holds the credentials twice"
            }
        }
        for item in items {
            let name = Self.pair(item)?.name ?? item
            let counts = [request, again].map {
                $0.queryItems.filter { (Self.pair($0)?.name ?? String($0)) == name }.count
            }
            if counts[1] > counts[0] {
                return Self.pair(item) == nil
                    ? "a query item is there twice" : "the query item “\(name)” is there twice"
            }
        }
        return nil
    }
}
