// URLs, header fields and everything else that is made of `name=value`.
extension Secrets {
    /// A URL without its user information and without secrets in its query and fragment.
    mutating func redacted(url: String) -> String {
        var text = Self.unescapingPlaceholder(url)
        if let start = text.range(of: "://")?.upperBound {
            let authority = text[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != " " }
            if let at = authority.lastIndex(of: "@") {
                learn(String(authority[..<at].drop { $0 != ":" }.dropFirst()))
                text.replaceSubrange(start..<at, with: Self.placeholder)
            }
        }
        return hidden(in: redacted(items: text, isWhole: false))
    }

    /// A form's text without secrets.
    mutating func redacted(form: String) -> String {
        hidden(in: redacted(items: Self.unescapingPlaceholder(form), isWhole: true))
    }

    /// The header fields without secrets; `redacted` has the fields of a request that are known to be credentials.
    mutating func redacted(headers: [String: String], isResponse: Bool) -> [String: String] {
        var result: [String: String] = [:]
        for (name, value) in headers {
            let lowercased = name.lowercased()
            if lowercased == "cookie" || lowercased == "set-cookie" { learn(cookies: value, isResponse: isResponse) }
            if Redaction.isSensitive(header: name) || SecretNames.contain(name.replacingOccurrences(of: ".", with: ""))
            {
                if !lowercased.hasSuffix("cookie") { learn(credential: value) }
                result[name] = Self.placeholder
            } else {
                result[name] = redacted(url: value)
            }
        }
        return result
    }

    /// Replaces the values of `name=value` whose names are those of secrets.
    ///
    /// - Parameters:
    ///   - text: items, or a text with a URL in it.
    ///   - isWhole: whether the items begin with the text and end only at `&`.
    private mutating func redacted(items text: String, isWhole: Bool) -> String {
        var result = ""
        var name = ""
        var isName = isWhole
        var rest = text[...]
        while let character = rest.first {
            if isName, character == "=" {
                rest.removeFirst()
                let value = rest.prefix { $0 != "&" && (isWhole || !Self.ends.contains($0)) }
                if SecretNames.contain(name.replacingOccurrences(of: "+", with: " ")) {
                    learn(isWhole ? value.replacingOccurrences(of: "+", with: " ") : String(value))
                    result += "=" + Self.placeholder
                } else {
                    result += "=" + value
                }
                rest = rest[value.endIndex...]
                isName = false
                continue
            }
            if character == "&" || (!isWhole && (character == "?" || character == "#")) {
                isName = true
                name = ""
            } else if isName {
                name.append(character)
            }
            result.append(character)
            rest.removeFirst()
        }
        return result
    }

    /// What ends a URL in a text.
    private static let ends: Set<Character> = ["#", " ", "<", ">", "\"", "'", ";", ","]
}
