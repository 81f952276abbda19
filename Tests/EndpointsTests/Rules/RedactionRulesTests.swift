import Endpoints
import Testing

private struct Secretive: Error { var token = "s3cr3t" }

private struct Presigned: Endpoint {
    typealias Server = RuleServer
    typealias Response = Data
    static let definition = Definition(url: \.url)
    var url: URL
}

private struct Valued: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "h", headers: [.authorization: .field(\.value)])
    var value: String
}

private struct Stubborn: Endpoint {
    struct Body: Encodable, Sendable {
        var password = "s3cr3t"
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "no"))
        }
    }
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(method: .post, path: "login")
    var body = Body()
}

@Suite("No secret is ever printed", .timeLimit(.minutes(5)))
struct RedactionRulesTests {
    private static let methods: [any AuthenticationMethod] = [
        HeaderKeyAuth(key: "s3cr3t"), HeaderKeyAuth(key: "s3cr3t", header: .xAPIKey, prefix: nil),
        QueryKeyAuth(key: "s3cr3t", name: "key"), BasicAuth(username: "user", password: "s3cr3t"),
        CookieAuth(name: "sid", value: "s3cr3t"), CookieAuth(name: "sid", value: "s3cr3t", alongside: .shared),
        JWTAuth(initialTokens: TokenPair(accessToken: "s3cr3t", refreshToken: "s3cr3t")) { _ in throw Secretive() },
        HeaderKeyAuth(key: "s3cr3t").ifAvailable, JWTAuth.ruleFixed("s3cr3t").ifAvailable, .bearer("s3cr3t"),
        BasicAuth(username: "user", password: "s3cr3t").ifAvailable.ifAvailable, BearerAuth(token: "s3cr3t"),
    ]

    private struct Client {
        var method: any AuthenticationMethod
        var tokens = [TokenPair(accessToken: "s3cr3t")]
    }

    @Test("S2-29 no authentication method prints its secret", arguments: 0..<12)
    func methods(index: Int) throws {
        let method = Self.methods[index]
        let basic = Data("user:s3cr3t".utf8).base64EncodedString()
        for value in [method, Client(method: method), Optional(method) as Any, [method]] as [Any] {
            #expect(ruleLeak(in: value) == nil)
            #expect(ruleLeak(of: basic, in: value) == nil)
        }
    }

    @Test("S2-29 the cookies of a storage are not printed with a method that sends them along")
    func cookiesAlongside() throws {
        let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        let secret = try #require(
            HTTPCookie(properties: [.name: "id", .value: "s3cr3t", .domain: "a.example", .path: "/"]))
        storage.setCookie(secret)
        #expect(storage.cookies?.count == 1)
        #expect(ruleLeak(in: CookieAuth(name: "sid", value: "x", alongside: storage)) == nil)
    }

    @Test("S2-29 a method that has been used prints nothing either", arguments: 0..<12)
    func used(index: Int) async throws {
        _ = try await Self.methods[index].authenticate(request: ruleRequest())
        #expect(ruleLeak(in: Self.methods[index]) == nil)
    }

    @Test("S2-29 no TokenPair prints its tokens")
    func tokenPair() {
        let pair = TokenPair(
            accessToken: "s3cr3t-a", refreshToken: "s3cr3t-r", expiresAt: .now, refreshExpiresAt: .distantFuture)
        let pairs: [Any] = [pair, [pair], ["pair": pair], Optional(pair) as Any, (pair, 1)]
        for value in pairs {
            #expect(ruleLeak(in: value) == nil)
        }
        #expect(!pair.description.isEmpty && !pair.debugDescription.isEmpty)
        #expect(Mirror(reflecting: pair).children.allSatisfy { !"\($0.value)".contains("s3cr3t") })
    }

    @Test("S2-29 no error of an authentication prints what it was caused by", arguments: 0..<6)
    func authenticationErrors(index: Int) {
        let pair = TokenPair(accessToken: "s3cr3t")
        struct Carrying: Error { var pair: TokenPair }
        let errors: [AuthenticationError] = [
            .custom(underlying: Secretive()), .refreshFailed(underlying: Secretive()),
            .refreshRejected(underlying: Secretive()), .storageFailed(underlying: Secretive()),
            .refreshFailed(underlying: Carrying(pair: pair)),
            .refreshRejected(underlying: RefreshRejection(underlying: Secretive())),
        ]
        let failure = EndpointTaskError<EmptyResponse>.authenticationError(errors[index])
        #expect(ruleLeak(in: errors[index]) == nil)
        #expect(ruleLeak(in: failure) == nil)
        #expect(ruleLeak(in: Result<Int, EndpointTaskError<EmptyResponse>>.failure(failure)) == nil)
    }

    @Test("S2-29 an insecure address is named without its query and user")
    func insecureTransport() throws {
        let url = try #require(URL(string: "http://user:s3cr3t@api.example.com/x?key=s3cr3t"))
        let failure = EndpointTaskError<EmptyResponse>.authenticationError(.insecureTransport(url))
        #expect(failure.errorDescription?.contains("api.example.com") == true)
        #expect(ruleLeak(in: failure) == nil)
    }

    @Test("S2-29 a transport failure hides the query of the address that failed")
    func transportFailure() throws {
        let url = try #require(URL(string: "https://api.example.com/x?key=s3cr3t"))
        let urlError = URLError(.timedOut, userInfo: [NSURLErrorFailingURLErrorKey: url])
        let failure = TransportFailure(code: .timedOut, urlError: urlError)
        #expect(ruleLeak(in: EndpointTaskError<EmptyResponse>.transportError(failure)) == nil)
        #expect(ruleLeak(in: failure) == nil)
    }

    @Test(
        "S2-29 a URL that is refused is named without its signature and user",
        arguments: [
            "/x?X-Amz-Signature=S3CR3T", "ftp://user:S3CR3T@h/x", "?token=S3CR3T", "file:///x?sig=S3CR3T",
            "https://user:S3CR3T@h/x",
        ])
    func refusedURL(argument: String) throws {
        // The log shows arguments.
        let text = argument.replacingOccurrences(of: "S3CR3T", with: "s3cr3t")
        let url = try #require(URL(string: text))
        let refusal = try #require(ruleRefusal(Presigned(url: url)))
        #expect(ruleLeak(in: refusal) == nil)
        struct Ping: Endpoint {
            typealias Server = RuleHost
            typealias Response = Void
            static let definition = Definition(path: "x")
        }
        let base = try #require(ruleRefusal(Ping(), in: url))
        #expect(ruleLeak(in: base) == nil)
        #expect(ruleLeak(in: EndpointTaskError<EmptyResponse>.endpointError(base)) == nil)
    }

    @Test("S2-29 a header that is refused is named without its value", arguments: ["\r\n", "\0", "\n"])
    func refusedHeader(control: String) throws {
        let refusal = try #require(ruleRefusal(Valued(value: "Bearer s3cr3t" + control)))
        #expect(refusal.errorDescription?.contains("Authorization") == true)
        #expect(ruleLeak(in: refusal) == nil)
    }

    @Test("S2-29 a body that cannot be encoded is not printed")
    func refusedBody() throws {
        let refusal = try #require(ruleRefusal(Stubborn()))
        #expect(ruleLeak(in: EndpointTaskError<EmptyResponse>.endpointError(refusal)) == nil)
        #expect(ruleLeak(in: refusal) == nil)
    }

    @Test("S2-29 refused credentials are not printed", arguments: ["\r\n", "\0", ";"])
    func refusedCredentials(control: String) async {
        let methods: [any AuthenticationMethod] = [
            BasicAuth(username: "u", password: "s3cr3t" + control), CookieAuth(name: "sid", value: "s3cr3t" + control),
            BasicAuth(username: "u:", password: "s3cr3t"), HeaderKeyAuth(key: "s3cr3t" + control),
        ]
        for method in methods {
            let error = await ruleError { try await method.authenticate(request: ruleRequest()) }
            #expect(ruleLeak(in: error as Any) == nil)
        }
    }
}
