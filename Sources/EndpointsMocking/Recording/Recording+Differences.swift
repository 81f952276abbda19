extension Recording.Request {
    /// What tells a new request from this one, in words without values; header fields don't count.
    func differences(from new: Recording.Request) -> [String] {
        var differences: [String] = []
        if method != new.method { differences.append("the method was \(method) and is \(new.method)") }
        if url != new.url { differences += Self.differences(of: Address(url), from: Address(new.url)) }
        if body != new.body { differences.append(Self.difference(of: body, from: new.body)) }
        return differences
    }

    private static func differences(of old: Address, from new: Address) -> [String] {
        var differences: [String] = []
        if old.server != new.server { differences.append("the server was \(old.server) and is \(new.server)") }
        if old.path != new.path { differences.append("the path was \(old.path) and is \(new.path)") }
        if old.query != new.query {
            let names = names(of: Set(old.query).symmetricDifference(new.query).map { String($0.prefix { $0 != "=" }) })
            differences.append("the query differs" + (names.isEmpty ? " in its order" : " in \(names)"))
        }
        return differences.isEmpty ? ["the URL differs in its fragment"] : differences
    }

    private static func difference(of old: RecordedBody?, from new: RecordedBody?) -> String {
        switch (old, new) {
        case (nil, _): return "there was no body and is one"
        case (_, nil): return "there was a body and is none"
        case (.json(.object(let old)), .json(.object(let new))):
            return "the body differs in \(names(of: Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }))"
        default: return "the body differs"
        }
    }

    private static func names(of names: some Sequence<String>) -> String {
        Set(names).sorted().joined(separator: ", ")
    }

    /// The parts of a URL's text.
    private struct Address {
        let server: Substring
        let path: Substring
        let query: [Substring]

        init(_ url: String) {
            let text = url.prefix { $0 != "#" }
            let start = text.range(of: "://")?.upperBound ?? text.startIndex
            let authority = text[start...].prefix { $0 != "/" && $0 != "?" }
            server = text[..<authority.endIndex]
            path = text[authority.endIndex...].prefix { $0 != "?" }
            query = text[path.endIndex...].dropFirst().split(separator: "&", omittingEmptySubsequences: false)
        }
    }
}
