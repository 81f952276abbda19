import Endpoints
import LoopbackServer
import Testing

/// Nothing is sent unless it is right: the error names the culprit, and the server has seen nothing.
@Suite("Bad input", .timeLimit(.minutes(5)))
struct BadInputTests {
    private let session = URLSession.fresh()

    @Test("H-01 a method that is no token", arguments: ["GET\r\nX-Evil: 1", "GE T", "", "GET\0", "GÉT", "GET\n"])
    func method(text: String) async throws {
        let error = try await Wording.$method.withValue(text) { try await fault(of: Custom()) }
        guard case .invalidMethod(let culprit) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(culprit == text || culprit.contains(text.prefix(2)))
    }

    @Test(
        "H-01 a header name that is no token",
        arguments: ["X-A\r\nX-Evil: 1", "X A", "", "X:", "X-A\n", "X-\0", "X-É"])
    func headerName(name: String) async throws {
        let error = try await Wording.$header.withValue(name) { try await fault(of: Custom()) }
        guard case .invalidHeader(let culprit, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(culprit == name || culprit.contains(name.prefix(1)))
    }

    @Test(
        "H-01 a header value with a line break or NUL",
        arguments: ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "a\r\n folded", "\n", "a\r\n"])
    func headerValue(value: String) async throws {
        let error = try await fault(of: Custom(value: value))
        guard case .invalidHeader(let culprit, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(culprit == "X-Note")
    }

    @Test("H-02 a header that is given twice, in any case", arguments: ["X-Note", "x-note", "X-NOTE"])
    func duplicate(second: String) async throws {
        let error = try await Wording.$header.withValue(second) { try await fault(of: Twice()) }
        guard case .duplicateHeader(let culprit) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(culprit.lowercased() == "x-note")
    }

    @Test("U-05 a path value that leaves its place", arguments: ["..", ".", ""])
    func pathValue(value: String) async throws {
        let error = try await fault(of: Item(name: value))
        guard case .invalidPathValue = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("U-05 a body where none is allowed", arguments: ["GET", "HEAD"])
    func body(method: String) async throws {
        let error =
            method == "GET"
            ? try await fault(of: Deliver<Getting>(body: Data("x".utf8)))
            : try await fault(of: Deliver<Heading>(body: Data("x".utf8)))
        guard case .bodyNotAllowed(let culprit) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(culprit == method)
    }

    @Test("U-04 a body and a form together")
    func bodyAndForm() async throws {
        let error = try await fault(of: Both(body: Data("x".utf8)))
        guard case .bodyAndForm(let culprit) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(culprit.contains("Both"))
    }

    @Test("U-06 an environment without an address")
    func missingEnvironment() async throws {
        let error = try await session.failure(of: Nowhere(), environment: .staging)
        guard case .missingBaseURL(let server, let environment)? = error.endpointFault else {
            Issue.record("\(error)")
            return
        }
        #expect(server.contains("Empty"))
        #expect(environment.contains("staging"))
    }

    @Test("U-06 a default environment that is no web address")
    func fileURL() async throws {
        let error = try await session.failure(of: Item(name: "a"), environment: URL(fileURLWithPath: "/tmp"))
        #expect(error.endpointFault != nil, "\(error)")
    }

    @Test(
        "U-06 an absolute URL of another scheme", arguments: ["file:///etc/hostname", "ftp://127.0.0.1/x", "data:,x"])
    func absoluteURL(text: String) async throws {
        let url = try #require(URL(string: text))
        let error = try await fault(of: Absolute(url: url))
        #expect(error != nil)
    }

    @Test("H-01 a key with a line break", arguments: ["S3CR3T\r\nX-Evil: 1", "S3CR3T\n", "s3\0cr3t", "S3CR3T\r"])
    func key(argument: String) async throws {
        // The log shows arguments.
        let key = argument.replacingOccurrences(of: "S3CR3T", with: "s3cr3t")
        let methods: [(any AuthenticationMethod, String)] = [
            (HeaderKeyAuth(key: key), "Authorization"),
            (HeaderKeyAuth(key: key, header: .xAPIKey, prefix: nil), "X-API-Key"),
            (QueryKeyAuth(key: key, name: "api_key"), "api_key"), (BearerAuth { key }, "Authorization"),
            (BearerAuth(token: key), "Authorization"),
            (CookieAuth(name: "sid", value: key), "sid"),
            (JWTAuth(initialTokens: TokenPair(accessToken: key)) { _ in throw RefreshRejection() }, "Authorization"),
        ]
        for (method, name) in methods {
            let server = try LoopbackServer(replies: [Reply(body: "never")])
            let error = try await session.failure(of: Item(name: "a"), environment: server.url, auth: method)
            #expect(error.endpointFault != nil || error.authenticationFault != nil, "\(error)")
            let told = "\(error) \(error.localizedDescription)"
            #expect(told.lowercased().contains(name.lowercased()), "\(type(of: method)): \(told)")
            #expect(!told.contains("cr3t"))
            #expect(server.requestCount == 0, "\(type(of: method)) was sent")
        }
    }

    @Test("S4-16 Basic credentials that can't be written", arguments: [("a:b", "x"), ("a\n", "x"), ("a", "x\r\nY: 1")])
    func basic(user: String, password: String) async throws {
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let error = try await session.failure(
            of: Item(name: "a"), environment: server.url, auth: BasicAuth(username: user, password: password))
        guard case let fault? = error.authenticationFault, case .custom = fault, let underlying = fault.underlying
        else {
            Issue.record("\(error)")
            return
        }
        #expect(underlying is InvalidBasicCredentials)
        #expect(server.requestCount == 0)
    }

    /// The declaration's fault, after a look at the server.
    private func fault<T: Endpoint>(of endpoint: T) async throws -> EndpointError?
    where T.Server == LoopbackSite {
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let error = try await session.failure(of: endpoint, environment: server.url)
        #expect(server.requestCount == 0)
        #expect(server.connectionCount == 0)
        #expect(throws: EndpointError.self) { try endpoint.urlRequest(in: server.url) }
        return error.endpointFault
    }
}

/// What the definitions below are worded with.
private enum Wording {
    @TaskLocal static var method = "GET"
    @TaskLocal static var header = "X-Note"
}

/// Takes its method and the name of a header from the test.
private struct Custom: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static var definition: Definition {
        Definition(
            method: HTTPMethod(rawValue: Wording.method), path: "custom",
            headers: [Header(Wording.header): .field(\.value)])
    }

    var value = "v"
}

/// Takes the second spelling of its header from the test.
private struct Twice: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static var definition: Definition {
        Definition(path: "twice", headers: ["X-Note": "1", Header(Wording.header): "2"])
    }
}

/// Has a body and a form.
private struct Both: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(method: .post, path: "both", parameters: [.form(constant: "a", 1)])

    var body: Data
}

/// Has an address of its own.
private struct Absolute: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(url: { $0.url })

    var url: URL
}

/// A server that is nowhere.
private struct Empty: ServerDefinition {}

private struct Nowhere: Endpoint {
    typealias Server = Empty
    typealias Response = String

    static let definition = Definition(path: "x")
}
