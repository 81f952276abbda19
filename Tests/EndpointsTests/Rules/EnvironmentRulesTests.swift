import Endpoints
import Testing

private enum Region: String, Sendable { case europe, asia, moon }

private struct Regional: ServerDefinition {
    typealias Environments = Region
    static var defaultEnvironment: Region { .europe }
    func baseURL(for environment: Region) -> URL? {
        environment == .moon ? nil : URL(string: "https://\(environment.rawValue).example.com/api")
    }
}

private struct Listed: ServerDefinition {
    var baseURLs: [Environments: URL] {
        let urls = [Environments.production: "https://p.example", .staging: "https://s.example"]
        return urls.compactMapValues { URL(string: $0) }
    }
}

private struct OtherServer: ServerDefinition {
    func baseURL(for environment: Environments) -> URL? { URL(string: "https://other-\(environment).example") }
}

private struct Tenant: Hashable, Sendable { var name: String }

private struct TenantServer: ServerDefinition {
    typealias Environments = Tenant
    static var defaultEnvironment: Tenant { Tenant(name: "main") }
    func baseURL(for environment: Tenant) -> URL? { URL(string: "https://\(environment.name).example") }
}

private struct Ping<Server: ServerDefinition>: Endpoint {
    typealias Response = Void
    static var definition: Definition { Definition(path: "ping") }
}

private struct Presigned: Endpoint {
    typealias Server = RuleServer
    typealias Response = Data
    static let definition = Definition(method: .put, url: \.url, headers: ["X-Extra": "1"])
    var url: URL
    var body = Data([1])
}

private struct Stateful: ServerDefinition {
    var host = "configured.example"
    func baseURL(for environment: Environments) -> URL? { URL(string: "https://\(host)") }
}

private struct Configured: Endpoint {
    typealias Server = Stateful
    typealias Response = Void
    static let definition = Definition(server: Stateful(host: "given.example"), path: "x")
}

@Suite("Environments and absolute URLs", .timeLimit(.minutes(5)))
struct EnvironmentRulesTests {
    @Test("S4-12 TypicalEnvironments has four cases, production is the default")
    func typical() {
        #expect(TypicalEnvironments.allCases == [.local, .development, .staging, .production])
        #expect(TypicalEnvironments.allCases.map(\.rawValue) == ["local", "development", "staging", "production"])
        #expect(RuleServer.defaultEnvironment == .production)
    }

    @Test("S4-13 the environment picks the base URL, the default when none is given")
    func picks() throws {
        #expect(try Ping<RuleServer>().urlRequest().ruleURL() == "https://api.example.com/v2/ping")
        #expect(try Ping<RuleServer>().urlRequest(in: .staging).ruleURL() == "https://staging.example.com/v2/ping")
        #expect(try Ping<Listed>().urlRequest(in: .staging).ruleURL() == "https://s.example/ping")
        #expect(try Ping<Regional>().urlRequest().ruleURL() == "https://europe.example.com/api/ping")
        #expect(try Ping<Regional>().urlRequest(in: .asia).ruleURL() == "https://asia.example.com/api/ping")
        #expect(try Ping<TenantServer>().urlRequest(in: Tenant(name: "t1")).ruleURL() == "https://t1.example/ping")
    }

    @Test("S4-13 where the environment is a URL, it is the base URL")
    func urlEnvironment() throws {
        let url = try #require(URL(string: "http://127.0.0.1:8080/x"))
        #expect(try Ping<RuleHost>().urlRequest(in: url).ruleURL() == "http://127.0.0.1:8080/x/ping")
    }

    @Test("S4-56 servers with the same enum share nothing")
    func notShared() throws {
        #expect(try Ping<OtherServer>().urlRequest(in: .staging).ruleURL() == "https://other-staging.example/ping")
        #expect(try Ping<RuleServer>().urlRequest(in: .staging).ruleURL() == "https://staging.example.com/v2/ping")
    }

    @Test("S2-6 a missing environment names itself and its server")
    func missing() throws {
        guard case .missingBaseURL(let server, let environment)? = ruleRefusal(Ping<Regional>(), in: .moon) else {
            Issue.record("\(String(describing: ruleRefusal(Ping<Regional>(), in: .moon)))")
            return
        }
        #expect(server.contains("Regional"))
        #expect(environment.contains("moon"))
        let sentence = try #require(ruleRefusal(Ping<Regional>(), in: .moon)?.errorDescription)
        #expect(sentence.contains("Regional") && sentence.contains("Region.moon"))
        #expect(ruleRefusal(Ping<Listed>(), in: .local) != nil)
    }

    @Test("S4-1 the definition's own server instance is the one that is asked")
    func ownServer() throws {
        #expect(try Configured().urlRequest().ruleURL() == "https://given.example/x")
    }

    @Test(
        "U-02 an absolute URL goes out byte for byte",
        arguments: [
            "https://bucket.example.net/a%2Fb?X-Sig=a%2Bb%2F%3D&x=1;y", "http://127.0.0.1:9000/?q=a+b",
            "https://api.example.com/v2/items?page=2", "https://bucket.example.net/a%20b/%E5%A4%A9?x=%2e",
        ])
    func presigned(text: String) throws {
        let url = try #require(URL(string: text))
        let request = try Presigned(url: url).urlRequest()
        #expect(try request.ruleURL() == text)
        #expect(request.httpMethod == "PUT")
        #expect(request.httpBody == Data([1]))
        #expect(request.value(forHTTPHeaderField: "X-Extra") == "1")
    }

    @Test(
        "S2-6 an absolute URL that is none is refused",
        arguments: ["/items", "items", "?x=1", "file:///etc/passwd", "ftp://h/x", "javascript:alert(1)", "https:///x"])
    func notAbsolute(text: String) throws {
        let url = try #require(URL(string: text))
        let refusal = try #require(ruleRefusal(Presigned(url: url)))
        guard case .invalidURL = refusal else {
            Issue.record("\(refusal)")
            return
        }
    }
}
