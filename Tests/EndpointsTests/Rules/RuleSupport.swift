import Endpoints

/// A server whose environment is its base URL, so that a table of base URLs needs one type.
struct RuleHost: ServerDefinition {
    typealias Environments = URL
    static var defaultEnvironment: URL { URL(filePath: "/not-given") }
}

/// A server with two environments and no authentication.
struct RuleServer: ServerDefinition {
    func baseURL(for environment: Environments) -> URL? {
        switch environment {
        case .production: URL(string: "https://api.example.com/v2")
        case .staging: URL(string: "https://staging.example.com/v2")
        default: nil
        }
    }
}

/// Decodes percent-encoding without the library: by RFC 3986, or by the form rules where a plus is a space.
enum RuleDecoder {
    static func bytes(_ text: some StringProtocol, plusIsSpace: Bool = false) -> [UInt8] {
        var decoded: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), rest.count >= 2, let value = UInt8(digits, radix: 16) {
                decoded.append(value)
                rest.removeFirst(2)
            } else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return decoded
    }

    static func text(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
        String(decoding: bytes(text, plusIsSpace: plusIsSpace), as: UTF8.self)
    }

    /// The raw, still encoded path and query of an absolute URL.
    static func parts(_ url: String) -> (origin: String, path: String, query: String?) {
        let scheme = url.components(separatedBy: "://")
        let rest = scheme.dropFirst().joined(separator: "://")
        let hostEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let target = rest[hostEnd...]
        let origin = (scheme.first ?? "") + "://" + rest[..<hostEnd]
        guard let mark = target.firstIndex(of: "?") else { return (origin, String(target), nil) }
        return (origin, String(target[..<mark]), String(target[target.index(after: mark)...]))
    }

    static func pairs(_ query: String, plusIsSpace: Bool = false) -> [(name: String, value: String)] {
        query.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (
                text(halves[0], plusIsSpace: plusIsSpace),
                halves.count > 1 ? text(halves[1], plusIsSpace: plusIsSpace) : ""
            )
        }
    }
}

/// What building an endpoint was refused with; nil when it was built.
func ruleRefusal<T: Endpoint>(_ endpoint: T, in environment: T.Server.Environments) -> EndpointError? {
    do {
        _ = try endpoint.urlRequest(in: environment)
        return nil
    } catch {
        return error
    }
}

func ruleRefusal<T: Endpoint>(_ endpoint: T) -> EndpointError? {
    ruleRefusal(endpoint, in: T.Server.defaultEnvironment)
}

/// Every way in which a program prints a value by accident.
func rulePrintouts(_ value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    var nested = ""
    dump(["value": value], to: &nested)
    var texts = [
        String(describing: value), String(reflecting: value), "\(value)", dumped, nested, "\([value])",
        "\(String(describing: Optional(value)))",
    ]
    if let error = value as? any Error {
        texts.append(error.localizedDescription)
        texts.append((error as? any LocalizedError)?.errorDescription ?? "")
        texts.append((error as? any LocalizedError)?.failureReason ?? "")
        texts.append((error as? any LocalizedError)?.recoverySuggestion ?? "")
        texts.append("\(error as NSError)")
    }
    return texts
}

/// A printout of the value that holds the text, or nil.
func ruleLeak(of secret: String = "s3cr3t", in value: Any) -> String? {
    rulePrintouts(value).first { $0.contains(secret) }
}

extension URLRequest {
    /// The URL as text.
    func ruleURL() throws -> String {
        guard let text = url?.absoluteString else { throw RuleError.empty }
        return text
    }

    /// The query as it is in the URL, still encoded.
    func ruleQuery() throws -> String {
        guard let query = RuleDecoder.parts(try ruleURL()).query else { throw RuleError.empty }
        return query
    }

    /// The body as text.
    func ruleBody() throws -> String {
        guard let data = httpBody, let text = String(bytes: data, encoding: .utf8) else { throw RuleError.empty }
        return text
    }
}
