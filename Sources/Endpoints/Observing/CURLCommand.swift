/// A command of a POSIX shell that sends a request by `curl`.
struct CURLCommand {
    /// What is sent as the content.
    enum Body {
        case none
        case data(Data)
        /// It isn't told; the words say what it is.
        case hidden(String)
    }

    let text: String

    init(method: String, url: String, headers: [String: String], body: Body) {
        var words = ["curl"]
        if url.contains(where: { "[]{}".contains($0) }) { words.append("--globoff") }
        if url.contains("/.") { words.append("--path-as-is") }
        let content = Self.content(of: body)
        switch method {
        case "GET" where content == nil, "POST" where content != nil: break
        // `-X HEAD` would wait for a body.
        case "HEAD": words.append("--head")
        default: words.append("--request \(Self.quoted(method))")
        }
        words.append(Self.word(url))
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            // The form by which curl sends a field without a value.
            words.append("--header " + Self.word(value.isEmpty ? "\(name);" : "\(name): \(value)"))
        }
        if let content {
            // What curl would add by itself.
            let hasType = headers.keys.contains { Header($0) == .contentType }
            if !hasType { words.append("--header 'Content-Type:'") }
            words.append(content.argument)
        }
        text = (content?.source ?? "") + words.joined(separator: " ")
    }

    /// The argument that names the content, and the command that it comes from.
    private static func content(of body: Body) -> (argument: String, source: String)? {
        switch body {
        case .none:
            return nil
        case .hidden(let words):
            return ("--data-raw \(quoted("\(Redacted<Void>.placeholder) (\(words))"))", "")
        case .data(let data):
            if let text = plainText(data) { return ("--data-raw \(quoted(text))", "") }
            return ("--data-binary @-", "echo \(data.base64EncodedString()) | base64 -d | ")
        }
    }

    /// A text as one word; one with control characters, which a terminal obeys, is decoded by the shell.
    private static func word(_ text: String) -> String {
        let isPlain = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        return isPlain ? quoted(text) : "\"$(echo \(Data(text.utf8).base64EncodedString()) | base64 -d)\""
    }

    /// The body as a text that can be pasted: an argument has a longest length, and a terminal obeys control characters.
    private static func plainText(_ data: Data) -> String? {
        let text = String(decoding: data, as: UTF8.self)
        guard data.count <= longestArgument, text.utf8.elementsEqual(data) else { return nil }
        let isPlain = text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control }
        return isPlain ? text : nil
    }

    /// What every shell takes; Linux takes 128 KB.
    private static let longestArgument = 65_536

    /// The text as one word of the shell: within single quotes nothing has a meaning but the quote.
    static func quoted(_ text: String) -> String {
        "'" + text.replacingOccurrences(of: "'", with: #"'\''"#) + "'"
    }
}

extension CURLCommand {
    init(_ request: RedactedRequest, body: Body) {
        self.init(method: request.method, url: request.url, headers: request.headers, body: body)
    }
}

extension RedactedRequest {
    /// A command that sends the request from a shell, with placeholders for credentials, cookies and the body.
    public var curlCommand: String {
        CURLCommand(self, body: bodySize.map { .hidden("\($0) bytes") } ?? .none).text
    }
}
