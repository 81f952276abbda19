import Endpoints
import Testing

@Suite("Authentication methods, called directly", .timeLimit(.minutes(5)))
struct MethodRulesTests {
    private typealias Method = any AuthenticationMethod

    private func sent(_ method: Method, _ url: String = "https://api.example.com/x") async throws -> URLRequest {
        try await method.authenticate(request: ruleRequest(url))
    }

    @Test(
        "S4-16 Basic credentials by RFC 7617, in UTF-8, unfolded",
        arguments: [
            ("Aladdin", "open sesame", "QWxhZGRpbjpvcGVuIHNlc2FtZQ=="), ("test", "123£", "dGVzdDoxMjPCow=="),
            ("user", "", "dXNlcjo="), ("", "", "Og=="), ("a", "b:c:d", "YTpiOmM6ZA=="),
            ("a+b", "c%20&=", "YStiOmMlMjAmPQ=="),
            ("ü", "天", "w7w65aSp"),
        ])
    func basic(username: String, password: String, encoded: String) async throws {
        let request = try await sent(.basic(username: username, password: password))
        #expect(request.value(forHTTPHeaderField: "Authorization") == "Basic " + encoded)
        #expect(request.allHTTPHeaderFields?.count == 1)
    }

    @Test("S4-16 long Basic credentials stay one line")
    func longBasic() async throws {
        let password = String(repeating: "p", count: 500)
        let request = try await sent(BasicAuth(username: "u", password: password))
        let value = try #require(request.value(forHTTPHeaderField: "Authorization"))
        let data = try #require(Data(base64Encoded: String(value.dropFirst("Basic ".count))))
        #expect(String(decoding: data, as: UTF8.self) == "u:" + password)
    }

    @Test("S4-16 a colon in the user name, or a control anywhere, is refused")
    func badBasic() async throws {
        let colon = await ruleError { try await sent(BasicAuth(username: "a:b", password: "c")) }
        #expect(colon as? InvalidBasicCredentials == .colonInUsername)
        for control in ["\n", "\r\n", "\0", "\u{7F}", "\u{1F}", "\t"] {
            let user = await ruleError { try await sent(BasicAuth(username: "a" + control, password: "c")) }
            let password = await ruleError { try await sent(BasicAuth(username: "a", password: control + "c")) }
            #expect(user as? InvalidBasicCredentials == .controlCharacter)
            #expect(password as? InvalidBasicCredentials == .controlCharacter)
        }
    }

    @Test("S0-4 a key in a header, with and without a prefix")
    func headerKey() async throws {
        #expect(try await sent(HeaderKeyAuth(key: "k")).allHTTPHeaderFields == ["Authorization": "Bearer k"])
        let bare = try await sent(.headerKey("k", header: .xAPIKey))
        #expect(bare.value(forHTTPHeaderField: "X-API-Key") == "k" && bare.allHTTPHeaderFields?.count == 1)
        let token = HeaderKeyAuth(key: "k", header: .authorization, prefix: "Token")
        #expect(try await sent(token).allHTTPHeaderFields == ["Authorization": "Token k"])
    }

    @Test("S0-4 a bearer token, fixed or asked for, is sent the same way")
    func bearer() async throws {
        let asked = BearerAuth { "k" }
        for method in [BearerAuth(token: "k"), .init(token: "k"), .bearer("k"), asked, BearerAuth(token: { "k" })] {
            #expect(try await sent(method).allHTTPHeaderFields == ["Authorization": "Bearer k"])
        }
    }

    @Test("an empty bearer token is refused, fixed or asked for")
    func emptyBearer() async throws {
        for method in [BearerAuth(token: ""), .bearer(""), BearerAuth { "" }] {
            guard case .invalidHeader(let name, _)? = await ruleError({ try await sent(method) }) as? EndpointError
            else {
                Issue.record("an empty token was sent")
                continue
            }
            #expect(name == "Authorization")
        }
    }

    @Test(
        "H-01 a key with a line break or NUL is an error before anything is sent",
        arguments: HeaderRulesTests.controls)
    func hostileKeys(control: String) async throws {
        let key = "s3cr3t" + control + "X-Admin: 1"
        let methods: [(String, any AuthenticationMethod)] = [
            ("key", HeaderKeyAuth(key: key)), ("prefix", HeaderKeyAuth(key: "k", prefix: "Bearer" + control)),
            ("bare key", HeaderKeyAuth(key: key, header: .xAPIKey, prefix: nil)), ("bearer", BearerAuth { key }),
            ("fixed bearer", BearerAuth(token: key)), ("named bearer", .bearer(key)),
            ("header", HeaderKeyAuth(key: "k", header: Header("X" + control), prefix: nil)),
            ("cookie", CookieAuth(name: "sid", value: key)), ("name", CookieAuth(name: "a" + control, value: "v")),
            ("password", BasicAuth(username: "u", password: key)), ("jwt", JWTAuth.ruleFixed(key)),
        ]
        for (name, method) in methods {
            let result = await URLSession.shared.result(with: Local(), auth: method)
            guard case .failure(let failure) = result else {
                Issue.record("\(name) was sent")
                continue
            }
            switch failure {
            case .authenticationError, .endpointError: break
            default: Issue.record("\(name) was sent: \(failure)")
            }
            #expect(ruleLeak(in: failure) == nil)
        }
    }

    @Test("S0-4 U-01 a key in the query is encoded, what was there is untouched")
    func queryKey() async throws {
        let method = QueryKeyAuth(key: "a+b/= &;é", name: "api key")
        let bare = try await sent(method).ruleQuery()
        #expect(bare.hasPrefix("api%20key=a%2Bb") && bare.contains("%20%26%3B%C3%A9"))
        #expect(RuleDecoder.pairs(bare).map(\.value) == ["a+b/= &;é"])
        let url = try await sent(method, "https://api.example.com/a%2Fb?x=%2B%20&y=a;b").ruleURL()
        #expect(url == "https://api.example.com/a%2Fb?x=%2B%20&y=a;b&" + bare)
        let dangling = try await sent(.queryKey("k", name: "n"), "https://api.example.com/?").ruleURL()
        #expect(RuleDecoder.parts(dangling).query.map { RuleDecoder.pairs($0).contains { $0 == ("n", "k") } } == true)
    }

    @Test(
        "a key in the query is joined by exactly one ampersand",
        arguments: [
            ("", "?n=k"), ("?", "?n=k"), ("?&", "?n=k"), ("?a=1", "?a=1&n=k"), ("?a=1&", "?a=1&n=k"),
            ("?a=1&&", "?a=1&n=k"), ("?a=1&#top", "?a=1&n=k"), ("?a=b?", "?a=b?&n=k"), ("?n=own&", "?n=own&"),
        ])
    func queryKeyJoin(tail: String, joined: String) async throws {
        let url = try await sent(.queryKey("k", name: "n"), "https://api.example.com/x" + tail).ruleURL()
        #expect(url == "https://api.example.com/x" + joined)
    }

    @Test("S4-19 H-05 a cookie is the only one of its name")
    func cookie() async throws {
        #expect(try await sent(.cookie(name: "sid", value: "v")).allHTTPHeaderFields == ["Cookie": "sid=v"])
        var request = try ruleRequest()
        request.setValue("sid=old; theme=dark; sid2=x", forHTTPHeaderField: "Cookie")
        let value = try await CookieAuth(name: "sid", value: "new").authenticate(request: request)
            .value(forHTTPHeaderField: "Cookie")
        let cookies = try #require(value).components(separatedBy: "; ")
        #expect(cookies.filter { $0.hasPrefix("sid=") } == ["sid=new"])
    }

    @Test("S4-19 a cookie that would become two, or none, is refused", arguments: [";", "\r\n", "\0"])
    func badCookie(text: String) async throws {
        for method in [
            CookieAuth(name: "sid", value: "a" + text + "admin=1"), CookieAuth(name: "s" + text, value: "v"),
            CookieAuth(name: "", value: "v"), CookieAuth(name: "a=b", value: "v"),
        ] {
            #expect(await ruleError { try await sent(method) } is InvalidCookie)
        }
    }

    @Test("S0-6 custom closures change the request or throw; a bearer's closure is asked each time")
    func closures() async throws {
        let custom = CustomAuth { $0.setValue($0.url?.path, forHTTPHeaderField: "X-Signature") }
        #expect(try await sent(custom).value(forHTTPHeaderField: "X-Signature") == "/x")
        #expect(try await sent(.custom { _ in }).allHTTPHeaderFields ?? [:] == [:])
        let failing = await ruleError { try await sent(.custom { _ in throw RuleError.offline }) }
        #expect(failing as? RuleError == .offline)
        let log = RuleLog<Int>()
        let bearer = BearerAuth { "T\(await log.add(0))" }
        #expect(try await sent(bearer).value(forHTTPHeaderField: "Authorization") == "Bearer T1")
        #expect(try await sent(bearer).value(forHTTPHeaderField: "Authorization") == "Bearer T2")
        #expect(await ruleError { try await sent(BearerAuth { throw RuleError.offline }) } as? RuleError == .offline)
    }

    private struct Loopback: ServerDefinition {
        func baseURL(for environment: Environments) -> URL? { URL(string: "https://127.0.0.1:1") }
    }

    private struct Local: Endpoint {
        typealias Server = Loopback
        typealias Response = Void
        static var auth: CallerAuth { CallerAuth() }
        static let definition = Definition(path: "x")
    }
}
