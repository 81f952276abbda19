import Endpoints
import Testing

private struct Account: ServerDefinition {
    static let auth: JWTAuth = .init(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
        TokenPair(accessToken: "A2")
    }
    func baseURL(for environment: Environments) -> URL? { URL(string: "https://api.example.com") }
}

private struct Me: Endpoint {
    typealias Server = Account
    typealias Response = Void
    static let definition = Definition(path: "me")
}

private struct You: Endpoint {
    typealias Server = Account
    typealias Response = Void
    static let definition = Definition(path: "you")
}

private struct Public: Endpoint {
    typealias Server = Account
    typealias Response = Void
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(path: "public")
}

private struct Keyed: Endpoint {
    typealias Server = Account
    typealias Response = Void
    static let auth = HeaderKeyAuth(key: "k", header: .xAPIKey, prefix: nil)
    static let definition = Definition(path: "keyed")
}

private struct Perhaps: Endpoint {
    typealias Server = Account
    typealias Response = Void
    static let auth = Account.auth.ifAvailable
    static let definition = Definition(path: "perhaps")
}

private struct Other: Endpoint {
    typealias Server = Account
    typealias Response = Void
    static let auth: JWTAuth = .ruleFixed("B1")
    static let definition = Definition(path: "other")
}

private struct PerEnvironment: ServerDefinition {
    static let auth = HeaderKeyAuth(key: "live")
    static func auth(for environment: Environments) -> HeaderKeyAuth {
        environment == .production ? auth : HeaderKeyAuth(key: "test-\(environment)")
    }
    func baseURL(for environment: Environments) -> URL? { URL(string: "https://\(environment).example.com") }
}

private struct Inheriting: Endpoint {
    typealias Server = PerEnvironment
    typealias Response = Void
    static let definition = Definition(path: "x")
}

private struct Overriding: Endpoint {
    typealias Server = PerEnvironment
    typealias Response = Void
    static let auth = HeaderKeyAuth(key: "own", header: "X-Own", prefix: nil)
    static let definition = Definition(path: "x")
}

private struct OneKey: ServerDefinition {
    static let auth = HeaderKeyAuth(key: "server")
    func baseURL(for environment: Environments) -> URL? { URL(string: "https://api.example.com") }
}

private struct OtherKey: Endpoint {
    typealias Server = OneKey
    typealias Response = Void
    static let auth = HeaderKeyAuth(key: "own")
    static let definition = Definition(path: "x")
}

private struct Delegating: ServerDefinition {
    static let auth = CallerAuth()
    func baseURL(for environment: Environments) -> URL? { URL(string: "http://127.0.0.1:1") }
}

private struct Delegated: Endpoint {
    typealias Server = Delegating
    typealias Response = Void
    static let definition = Definition(path: "x")
}

private struct Unmarked: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "x")
}

@Suite("Declaring authentication", .timeLimit(.minutes(5)))
struct DeclaringAuthRulesTests {
    private func method<T: Endpoint>(_ type: T.Type, _ environment: T.Server.Environments) -> any AuthenticationMethod {
        T.authenticationMethod(for: environment)
    }

    private func header(_ method: any AuthenticationMethod, _ name: String = "Authorization") async throws -> String? {
        try await method.authenticate(request: ruleRequest()).value(forHTTPHeaderField: name)
    }

    @Test("S4-1 S4-2 S4-5 endpoints inherit their server's method: the same instance, in every environment")
    func sameInstance() throws {
        for environment in TypicalEnvironments.allCases {
            let me = try #require(method(Me.self, environment) as? JWTAuth)
            let you = try #require(method(You.self, environment) as? JWTAuth)
            #expect(me === you && me === Account.auth)
        }
        #expect(Me.auth === You.auth)
    }

    @Test("S4-3 an endpoint opts out", arguments: TypicalEnvironments.allCases)
    func optOut(environment: TypicalEnvironments) async throws {
        let method = method(Public.self, environment)
        #expect(method is NoAuth)
        #expect(try await header(method) == nil)
    }

    @Test("S4-4 an endpoint overrides with another method", arguments: TypicalEnvironments.allCases)
    func override(environment: TypicalEnvironments) async throws {
        let method = method(Keyed.self, environment)
        #expect(try await header(method, "X-API-Key") == "k")
        #expect(try await header(method) == nil)
        #expect(self.method(Perhaps.self, environment) is IfAvailable<JWTAuth>)
        #expect(try await header(self.method(Perhaps.self, environment)) == "Bearer A1")
    }

    @Test("S4-10 a server's methods per environment are inherited, and an endpoint's own still wins")
    func perEnvironment() async throws {
        #expect(try await header(method(Inheriting.self, .production)) == "Bearer live")
        #expect(try await header(method(Inheriting.self, .staging)) == "Bearer test-staging")
        #expect(try await header(method(Overriding.self, .staging), "X-Own") == "own")
        #expect(try await header(method(Overriding.self, .staging)) == nil)
    }

    @Test(
        "S4-4 an endpoint overrides with another method of its server's type",
        arguments: TypicalEnvironments.allCases)
    func overrideOfTheSameType(environment: TypicalEnvironments) async throws {
        #expect(try await header(OtherKey.auth) == "Bearer own")
        #expect(try await header(method(OtherKey.self, environment)) == "Bearer own")
        #expect(try await header(method(Other.self, environment)) == "Bearer B1")
        #expect(method(Other.self, environment) as? JWTAuth === Other.auth)
    }

    @Test("S4-6 a server that declares nothing has NoAuth")
    func nothing() async throws {
        #expect(method(Unmarked.self, .production) is NoAuth)
        let request = try ruleRequest()
        #expect(try await NoAuth().authenticate(request: request) == request)
        func isNoAuth<T: Endpoint>(_ type: T.Type) -> Bool { T.Auth.self == NoAuth.self }
        #expect(isNoAuth(Unmarked.self) && isNoAuth(Public.self) && !isNoAuth(Me.self))
    }

    @Test("S4-8 CallerAuth demands the caller's method, and says so")
    func callerAuth() async throws {
        let error = await ruleError { try await CallerAuth().authenticate(request: ruleRequest()) }
        guard case AuthenticationError.callerMustAuthenticate? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        let result = await URLSession.shared.result(with: Delegated())
        guard case .failure(.authenticationError(.callerMustAuthenticate)) = result else {
            Issue.record("\(result)")
            return
        }
    }

    private struct OnlyAuthenticates: AuthenticationMethod {
        func authenticate(request: URLRequest) async throws -> URLRequest { request }
    }

    @Test("S4-17 a custom method needs only authenticate")
    func defaults() async throws {
        let method = OnlyAuthenticates()
        let request = try ruleRequest()
        #expect(try !method.shouldReauthenticate(after: ruleResponse(401), body: Data(), to: request))
        try await method.reauthenticate(after: request)
        #expect(method.maxRetryAttempts == 1)
    }
}
