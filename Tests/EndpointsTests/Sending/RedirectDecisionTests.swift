import Testing

@testable import Endpoints

@Suite struct RedirectDecisionTests {
    private func decide(
        _ status: Int,
        _ location: String?,
        method: String = "GET",
        body: String? = nil,
        from text: String = "http://a.example/b/c/d;p?q",
        headers: [String: String] = [:],
        credentials: Credentials = .none,
        hops: Int = 0
    ) throws -> RedirectDecision {
        var request = URLRequest(url: url(text))
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        request.allHTTPHeaderFields = headers
        let response = try #require(
            HTTPURLResponse(
                url: url(text),
                statusCode: status,
                httpVersion: "HTTP/1.1",
                headerFields: location.map { ["location": $0] }
            )
        )
        return RedirectDecision.decide(about: response, to: request, carrying: credentials, by: .follow, hops: hops)
    }

    private func next(_ decision: RedirectDecision) -> URLRequest? {
        if case .follow(let request, _) = decision { request } else { nil }
    }

    private func refusal(_ decision: RedirectDecision) -> TransportFailure.Code? {
        if case .refuse(let failure) = decision { failure.code } else { nil }
    }

    @Test(
        "X-03 a Location is resolved by RFC 3986 §5.4",
        arguments: [
            ("g", "http://a.example/b/c/g"), ("./g", "http://a.example/b/c/g"), ("g/", "http://a.example/b/c/g/"),
            ("/g", "http://a.example/g"), ("//g.example", "http://g.example"),
            ("?y", "http://a.example/b/c/d;p?y"), ("g?y", "http://a.example/b/c/g?y"),
            ("", "http://a.example/b/c/d;p?q"), ("..", "http://a.example/b/"), ("../..", "http://a.example/"),
            ("../../../g", "http://a.example/g"), ("/a%2Fb?x=a%2Fb%26c", "http://a.example/a%2Fb?x=a%2Fb%26c"),
            (";x", "http://a.example/b/c/;x"), ("g;x=1/../y", "http://a.example/b/c/y"),
            ("/é", "http://a.example/%C3%A9"),
            (" g\t", "http://a.example/b/c/g"), ("\t/a b ", "http://a.example/a%20b"),
            (" ", "http://a.example/b/c/d;p?q"),
        ]
    )
    func resolves(location: String, expected: String) throws {
        #expect(next(try decide(302, location))?.url?.absoluteString == expected)
    }

    @Test(
        "X-03 method and body follow RFC 9110 §15.4",
        arguments: [
            (301, "POST", "GET", false), (302, "POST", "GET", false), (303, "POST", "GET", false),
            (303, "PUT", "GET", false), (303, "HEAD", "HEAD", false), (303, "GET", "GET", false),
            (301, "PUT", "PUT", true), (302, "DELETE", "DELETE", true), (301, "HEAD", "HEAD", true),
            (307, "POST", "POST", true), (308, "PATCH", "PATCH", true), (307, "GET", "GET", true),
        ]
    )
    func rewrites(status: Int, method: String, expected: String, keepsBody: Bool) throws {
        let headers = ["Content-Type": "text/plain", "X-A": "1"]
        let decision = try decide(status, "/n", method: method, body: "b", headers: headers)
        let next = try #require(self.next(decision))
        #expect(next.httpMethod == expected)
        let hasBody = next.httpBody != nil
        #expect(hasBody == (keepsBody || method == "HEAD"))
        #expect((next.value(forHTTPHeaderField: "Content-Type") != nil) == hasBody)
        #expect(next.value(forHTTPHeaderField: "X-A") == "1")
    }

    @Test("statuses that are no redirects are answers", arguments: [200, 300, 304, 305, 306, 309, 404])
    func answers(status: Int) throws {
        guard case .deliver = try decide(status, "/n") else {
            Issue.record("\(status) was followed")
            return
        }
    }

    @Test("a redirect without a Location is an answer")
    func noLocation() throws {
        guard case .deliver = try decide(302, nil) else {
            Issue.record("it was followed")
            return
        }
    }

    @Test(
        "X-01 what can't or mustn't be followed is refused",
        arguments: [
            ("ftp://a.example/x", "http://a.example/", TransportFailure.Code.invalidRedirect),
            ("file:///etc/passwd", "http://a.example/", .invalidRedirect),
            ("javascript:alert(1)", "http://a.example/", .invalidRedirect),
            ("http://user:pw@a.example/", "http://a.example/", .invalidRedirect),
            ("http://a.example/", "https://a.example/", .insecureRedirect),
            ("http:///x", "http://a.example/", .invalidRedirect),
        ]
    )
    func refuses(location: String, from: String, code: TransportFailure.Code) throws {
        #expect(refusal(try decide(302, location, from: from)) == code)
    }

    @Test("X-03 the eleventh redirect is refused", arguments: [(9, true), (10, false)])
    func limit(hops: Int, isFollowed: Bool) throws {
        let decision = try decide(302, "/n", hops: hops)
        #expect((next(decision) != nil) == isFollowed)
        if !isFollowed { #expect(refusal(decision) == .tooManyRedirects) }
    }

    @Test(
        "X-01 another origin gets no credential",
        arguments: [
            "http://b.example/", "http://a.example:81/", "https://a.example/", "//b.example/?key=S3CR3T",
        ]
    )
    func strips(argument: String) throws {
        // The log shows arguments.
        let location = argument.replacingOccurrences(of: "S3CR3T", with: "s3cr3t")
        var before = URLRequest(url: url("http://a.example/"))
        before.allHTTPHeaderFields = ["X-Client": "demo"]
        var after = URLRequest(url: url("http://a.example/?key=s3cr3t"))
        after.allHTTPHeaderFields = ["X-Client": "demo", "X-Signature": "s3cr3t"]
        let credentials = Credentials(from: before, to: after)
        let headers = [
            "Authorization": "s3cr3t", "Proxy-Authorization": "s3cr3t", "Cookie": "s3cr3t", "X-Signature": "s3cr3t",
            "X-Client": "demo",
        ]
        let decision = try decide(307, location, from: "http://a.example/", headers: headers, credentials: credentials)
        guard case .follow(let next, let isForeign) = decision else {
            Issue.record("it was not followed")
            return
        }
        #expect(isForeign)
        #expect(next.allHTTPHeaderFields == ["X-Client": "demo"])
        #expect(next.url?.absoluteString.contains("s3cr3t") == false)
    }

    @Test("X-03 the same origin keeps every credential, also one in the query")
    func keeps() throws {
        let before = URLRequest(url: url("http://a.example/"))
        let after = URLRequest(url: url("http://a.example/?key=k"))
        let credentials = Credentials(from: before, to: after)
        let decision = try decide(
            302,
            "/n?a=1",
            from: "http://a.example/?key=k",
            headers: ["Authorization": "x"],
            credentials: credentials
        )
        let next = try #require(self.next(decision))
        #expect(next.url?.absoluteString == "http://a.example/n?a=1&key=k")
        #expect(next.value(forHTTPHeaderField: "Authorization") == "x")
    }

    @Test(
        "a declared Host belongs to the origin that it was declared for",
        arguments: [
            ("http://b.example/", nil), ("https://a.example/", nil), ("http://a.example:81/", nil),
            ("/n", "name.example"), ("http://a.example:80/n", "name.example"),
        ] as [(String, String?)]
    )
    func host(location: String, expected: String?) throws {
        let next = try #require(self.next(try decide(307, location, headers: ["host": "name.example"])))
        #expect(next.value(forHTTPHeaderField: "Host") == expected)
    }
}
