import Endpoints

extension RealServers {
    /// An httpbin whose address is known only at run time: its environments are URLs.
    struct HTTPBin: ServerDefinition {
        typealias Environments = URL
        static let defaultEnvironment = RealServerAddress.url("HTTPBIN_URL")

        /// The same server under another name, which makes it another origin; nil when it has none.
        static let otherOrigin: URL? = {
            guard var parts = URLComponents(url: defaultEnvironment, resolvingAgainstBaseURL: false),
                let host = parts.host, ["127.0.0.1", "localhost"].contains(host)
            else { return nil }
            parts.host = host == "localhost" ? "127.0.0.1" : "localhost"
            return parts.url
        }()
    }

    /// What httpbin tells about a request that it has received.
    struct Echo: Decodable, Sendable {
        var method: String?
        var url: String
        var headers: [String: String]
        var args: [String: Values]?
        var form: [String: Values]?
        var files: [String: Values]?
        var data: String?

        /// The body's bytes; httpbin writes what is no text as a `data:` URL.
        var bytes: Data? {
            guard let data else { return nil }
            return Self.content(ofDataURL: data) ?? Data(data.utf8)
        }

        /// The bytes of a `data:` URL in base64.
        static func content(ofDataURL text: String) -> Data? {
            guard text.hasPrefix("data:"), let mark = text.range(of: ";base64,") else { return nil }
            return Data(base64Encoded: String(text[mark.upperBound...]))
        }
    }

    /// One value, or the several that a name occurred with.
    struct Values: Decodable, Sendable, Equatable, ExpressibleByArrayLiteral {
        var texts: [String]

        init(arrayLiteral elements: String...) {
            texts = elements
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            texts = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
        }
    }

    /// Asks for an echo below `/anything`.
    struct Anything: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Echo
        static let definition = Definition(
            path: "anything/\(\.text)",
            parameters: [.query("q", \.query)],
            headers: ["X-Mark": .field(\.mark), "Cookie": .field(\.cookie)]
        )
        var text = "plain"
        var query: [String]?
        var mark: String?
        var cookie: String?
    }

    /// Asks for an answer with a status.
    struct Status: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Void
        static let definition = Definition(path: "status/\(\.code)")
        var code: Int
    }

    /// Asks for the credentials to be checked by the Basic scheme.
    struct BasicCheck: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Approval
        static let definition = Definition(path: "basic-auth/\(\.user)/\(\.password)")
        var user = "user"
        var password = "s3cr3t"
    }

    /// Asks for a bearer token to be accepted, whatever it is.
    struct BearerCheck: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Approval
        static let definition = Definition(path: "bearer")
    }

    struct Approval: Decodable, Sendable, Equatable {
        var authenticated: Bool
        var user: String?
        var token: String?
    }

    /// Asks for a redirect to an address, with a status.
    struct Redirect: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Echo
        static let definition = Definition(
            path: "redirect-to",
            parameters: [.query("url", \.target), .query("status_code", \.status)]
        )
        var target: String
        var status = 302
    }

    /// Posts bytes, and asks for a redirect to an address, with a status.
    struct RedirectedUpload: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Echo
        static let definition = Definition(
            method: .post,
            path: "redirect-to",
            parameters: [.query("url", \.target), .query("status_code", \.status)],
            headers: ["Content-Type": "text/plain"]
        )
        var target: String
        var status: Int
        var body: Data
    }

    /// The same by a method that may be sent twice: nginx closes a connection, and doesn't say so, where the answer was
    /// quicker than the body, and a POST that follows on it is lost.
    struct RedirectedPut: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Echo
        static let definition = Definition(
            method: .put,
            path: "redirect-to",
            parameters: [.query("url", \.target), .query("status_code", \.status)],
            headers: ["Content-Type": "text/plain"]
        )
        var target: String
        var status: Int
        var body: Data
    }
}
