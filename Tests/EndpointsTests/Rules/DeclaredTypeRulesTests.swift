import Testing

@testable import Endpoints

private struct Draft: Codable, Sendable {
    var title = "a b"
}

private protocol Posted: Endpoint where Server == RuleServer, Response == Void {}

extension Posted {
    static var definition: Definition { Definition(method: .post, path: "drafts") }
}

private struct InferredForm: Posted {
    static let bodyEncoder = URLEncodedFormEncoder()
    var body = Draft()
}

private struct AnyEncoder: Posted {
    static var bodyEncoder: any BodyEncoder { URLEncodedFormEncoder() }
    var body = Draft()
}

private struct AnyBody: Posted {
    var body: any Encodable & Sendable
}

private struct PerhapsAnyBody: Posted {
    var body: (any Encodable & Sendable)?
}

private struct UnwrappedBody: Posted {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var body: Draft!
}

private struct LazyBody: Posted {
    lazy var body = Draft()
}

/// A body beside a constant of the same name, which is nobody's mistake.
private struct BothBodies: Posted {
    static let body = "constant"
    var body: [String] { [Self.body] }
}

private struct InputsOfTheseNames: Posted {
    static let definition = Definition(
        path: "drafts", parameters: [.query("auth", \.auth), .query("bodyEncoder", \.bodyEncoder)])
    var auth = "a"
    var bodyEncoder = 2
}

private struct AnyAuthServer: ServerDefinition {
    static let auth: any AuthenticationMethod = HeaderKeyAuth(key: "server")
    var baseURLs: [Environments: URL] { [.production: URL(filePath: "/not-asked")] }
}

private struct Inheriting: Endpoint {
    typealias Server = AnyAuthServer
    typealias Response = Void
    static let definition = Definition(path: "x")
}

private struct Declaring: Endpoint {
    typealias Server = AnyAuthServer
    typealias Response = Void
    static let definition = Definition(path: "x")
    static let auth: any AuthenticationMethod = HeaderKeyAuth(key: "endpoint")
}

private struct OptingOut: Endpoint {
    typealias Server = AnyAuthServer
    typealias Response = Void
    static let definition = Definition(path: "x")
    static var auth: NoAuth { NoAuth() }
}

private struct AnyOptingOut: Endpoint {
    typealias Server = AnyAuthServer
    typealias Response = Void
    static let definition = Definition(path: "x")
    static let auth: any AuthenticationMethod = NoAuth()
}

private struct AnyOpenServer: ServerDefinition {
    static let auth: any AuthenticationMethod = NoAuth()
}

private struct Generic<Server: ServerDefinition>: Endpoint {
    typealias Response = Void
    static var definition: Definition { Definition(path: "x") }
}

@Suite("What is declared is sent")
struct DeclaredTypeRulesTests {
    private func sent<T: Endpoint>(_ endpoint: T) throws -> [String?] {
        let request = try endpoint.urlRequest()
        return [
            request.value(forHTTPHeaderField: "Content-Type"),
            request.httpBody.map { String(decoding: $0, as: UTF8.self) },
        ]
    }

    private func key<T: Endpoint>(of endpoint: T.Type) async throws -> String? {
        let method = T.authenticationMethod(for: T.Server.defaultEnvironment)
        return try await method.authenticate(request: ruleRequest()).value(forHTTPHeaderField: "Authorization")
    }

    @Test("an encoder declared without an annotation encodes the body")
    func inferredEncoder() throws {
        let form = ["application/x-www-form-urlencoded", "title=a+b"]
        #expect(try sent(InferredForm()) == form)
        #expect(try sent(AnyEncoder()) == form)
    }

    @Test("a body of any encodable type is what it holds: an object, a text, bytes, or nothing")
    func anyBody() throws {
        let json = "application/json"
        #expect(try sent(AnyBody(body: Draft())) == [json, #"{"title":"a b"}"#])
        #expect(try sent(AnyBody(body: "text")) == [json, #""text""#])
        #expect(try sent(AnyBody(body: Data("bytes".utf8))) == ["application/octet-stream", "bytes"])
        #expect(try sent(AnyBody(body: Draft?.none)) == [nil, nil])
        #expect(try sent(PerhapsAnyBody(body: [1])) == [json, "[1]"])
        #expect(try sent(PerhapsAnyBody(body: nil)) == [nil, nil])
    }

    @Test("a body that is lazy or implicitly unwrapped, which the compiler passes over, is refused with each call")
    func misdeclared() {
        for _ in 0..<2 {
            for refusal in [ruleRefusal(UnwrappedBody(body: Draft())), ruleRefusal(LazyBody())] {
                #expect(refusal?.description.contains("lazy or implicitly unwrapped") == true)
            }
        }
    }

    @Test("a constant named body stands beside the body, and inputs may be named auth and bodyEncoder")
    func names() throws {
        #expect(try sent(BothBodies()) == ["application/json", #"["constant"]"#])
        #expect(try InputsOfTheseNames().urlRequest().ruleURL().hasSuffix("?auth=a&bodyEncoder=2"))
    }

    @Test("an auth annotated as any method authenticates: the server's, and an endpoint's own")
    func anyAuth() async throws {
        #expect(try await key(of: Inheriting.self) == "Bearer server")
        #expect(try await key(of: Declaring.self) == "Bearer endpoint")
        #expect(try await key(of: OptingOut.self) == nil)
        #expect(try await key(of: Generic<AnyAuthServer>.self) == "Bearer server")
        #expect(try await key(of: Generic<RuleServer>.self) == nil)
    }

    @Test("NoAuth opts out, also where it is declared as any method")
    func optsOut() {
        #expect(OptingOut.isOptedOut && AnyOptingOut.isOptedOut)
        #expect(!Inheriting.isOptedOut && !Declaring.isOptedOut)
        #expect(!Generic<AnyOpenServer>.isOptedOut && !Generic<RuleServer>.isOptedOut)
    }
}
