import EndpointsOAuth

/// Plays the browser of a user: it signs in as alice, and consents or doesn't.
///
/// It keeps cookies, and fills in the forms that the server shows.
struct ScriptedBrowser: Sendable {
    /// What the user says when asked for consent.
    enum Decision: Sendable {
        case allow
        case deny
    }

    /// The server showed a page that the user can't go on from.
    struct DeadEnd: Error {
        let path: String
        let status: Int
    }

    private let session = URLSession.forEndpoints(configuration: .ephemeral)

    /// Opens the URL of a sign-in, and returns where the browser is sent back to.
    func signIn(at url: URL, _ decision: Decision = .allow) async throws -> URL {
        let end = try await open(url, decision)
        guard let target = end.target else { throw DeadEnd(path: end.url.path, status: end.status) }
        return target
    }

    /// Opens the page of a device's code, and says yes or no to the device.
    func decideOnDevice(at url: URL, _ decision: Decision = .allow) async throws {
        let end = try await open(url, decision)
        guard end.url.path.hasPrefix("/device-grant-status") else {
            throw DeadEnd(path: end.url.path, status: end.status)
        }
    }

    /// Opens a page and fills in its form, as long as there is one.
    func open(_ url: URL, _ decision: Decision = .allow) async throws -> Page {
        var page = try await session.response(with: OpenPage(url: url), environment: url)
        for _ in 1...10 {
            if let target = page.target {
                guard target.host == url.host, target.port == url.port else { return page }
                page = try await session.response(with: OpenPage(url: target), environment: target)
            } else if let fields = page.fields(decision) {
                let form = SendForm(url: page.url, referer: page.url.absoluteString, body: fields)
                page = try await session.response(with: form, environment: page.url)
            } else {
                return page
            }
        }
        throw DeadEnd(path: page.url.path, status: page.status)
    }
}

extension ScriptedBrowser {
    /// A page, or a redirect to one.
    struct Page: Sendable {
        let url: URL
        let status: Int
        /// Where a redirect leads; nil for a page.
        let target: URL?
        let html: String

        init(_ data: Data, _ response: HTTPURLResponse) {
            url = response.url ?? URL(fileURLWithPath: "/")
            status = response.statusCode
            html = String(decoding: data, as: UTF8.self)
            let location = response.value(forHTTPHeaderField: "Location")
            target = location.flatMap { [url] in URL(string: $0, relativeTo: url)?.absoluteURL }
        }

        /// What a user makes of the page's form; nil when there is none.
        func fields(_ decision: Decision) -> [String: String]? {
            guard status == 200, html.contains("<form") else { return nil }
            var fields: [String: String] = [:]
            for input in html.matches(of: /<input[^>]*>/) {
                guard !input.output.contains("type=\"submit\""),
                    let name = input.output.firstMatch(of: /name="([^"]*)"/)
                else { continue }
                let value = input.output.firstMatch(of: /value="([^"]*)"/)?.output.1 ?? ""
                fields[String(name.output.1)] = Self.unescaped(value)
            }
            if fields["password"] != nil {
                fields["username"] = "alice"
                fields["password"] = "wonderland"
            }
            if html.contains("name=\"allow\""), decision == .allow { fields["allow"] = "Authorize" }
            if html.contains("name=\"action\"") { fields["action"] = decision == .allow ? "accept" : "deny" }
            return fields
        }

        private static func unescaped(_ text: Substring) -> String {
            [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&amp;", "&")]
                .reduce(String(text)) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
        }
    }

    private struct Site: ServerDefinition {
        typealias Environments = URL
        static var defaultEnvironment: URL { AuthorizationServerAddress.plain }
        static let options = RequestOptions(redirectPolicy: .never, hidesBody: true)
    }

    private struct OpenPage: Endpoint {
        typealias Server = Site
        typealias Response = Page
        static let definition = Definition(url: \.url)
        var url: URL

        static func accepts(_ response: HTTPURLResponse, body: Data) -> Bool { true }
        static func decode(_ data: Data, from response: HTTPURLResponse) -> Page { Page(data, response) }
    }

    private struct SendForm: Endpoint {
        typealias Server = Site
        typealias Response = Page
        static let definition = Definition(method: .post, url: \.url, headers: ["Referer": .field(\.referer)])
        static let bodyEncoder: any BodyEncoder = URLEncodedFormEncoder()
        var url: URL
        var referer: String
        var body: [String: String]

        static func accepts(_ response: HTTPURLResponse, body: Data) -> Bool { true }
        static func decode(_ data: Data, from response: HTTPURLResponse) -> Page { Page(data, response) }
    }
}
