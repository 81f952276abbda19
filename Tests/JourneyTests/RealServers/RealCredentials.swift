import Endpoints
import Testing

extension RealServers {
    @Suite("Credentials")
    struct Credentials {
        @Test(
            "The right Basic credentials are accepted",
            arguments: [("user", "swordfish"), ("ü", "pä:ß"), ("a b", "50% + 1"), ("u", "🔑")],
            SessionKind.allCases
        )
        func basic(pair: (user: String, password: String), kind: SessionKind) async throws {
            let check = BasicCheck(user: pair.user, password: pair.password)
            let auth = BasicAuth(username: pair.user, password: pair.password)
            let approval = try await kind.session.response(with: check, auth: auth)
            #expect(approval == Approval(authenticated: true, user: pair.user))
        }

        @Test("A Basic challenge ends with a typed 401, wrong credentials or none", arguments: SessionKind.allCases)
        func wrong(kind: SessionKind) async throws {
            let session = kind.session
            let methods: [any AuthenticationMethod] = [BasicAuth(username: "user", password: "s3cr3t wrong"), NoAuth()]
            for method in methods {
                let error = await #expect(throws: BasicCheck.TaskError.self) {
                    try await session.response(with: BasicCheck(), auth: method)
                }
                #expect(error?.statusCode == 401)
                #expect(error?.isUnauthorized == true)
                #expect(error?.challenge?.hasPrefix("Basic") == true)
                #expect(error.map { "\($0) \(String(reflecting: $0))" }?.contains("s3cr3t wrong") == false)
                guard case .errorResponse = error else {
                    Issue.record("It is \(String(describing: error)).")
                    return
                }
            }
            let approval = try await session.response(
                with: BasicCheck(),
                auth: BasicAuth(username: "user", password: "s3cr3t")
            )
            #expect(approval.authenticated)
        }

        @Test("A hidden check is a 404 without the right credentials")
        func hidden() async throws {
            let error = await #expect(throws: HiddenCheck.TaskError.self) {
                try await URLSession.shared.response(
                    with: HiddenCheck(), auth: .basic(username: "user", password: "no"))
            }
            #expect(error?.statusCode == 404)
            #expect(error?.isUnauthorized == false)
            let auth = BasicAuth(username: "user", password: "s3cr3t")
            let approval = try await URLSession.shared.response(with: HiddenCheck(), auth: auth)
            #expect(approval.authenticated)
        }

        @Test("A bearer token is accepted, and its absence is a typed 401", arguments: SessionKind.allCases)
        func bearer(kind: SessionKind) async throws {
            let session = kind.session
            let fixed = try await session.response(with: BearerCheck(), auth: .bearer("s3cr3t"))
            #expect(fixed == Approval(authenticated: true, token: "s3cr3t"))
            let fetched = try await session.response(with: BearerCheck(), auth: BearerAuth { "s3cr3t fetched" })
            #expect(fetched.token == "s3cr3t fetched")
            let error = await #expect(throws: BearerCheck.TaskError.self) {
                try await session.response(with: BearerCheck())
            }
            #expect(error?.statusCode == 401)
            #expect(error?.challenge == "Bearer")
        }

        @Test(
            "A Digest challenge is left alone: it is a typed 401",
            arguments: ["auth", "auth-int"],
            SessionKind.allCases
        )
        func digest(quality: String, kind: SessionKind) async throws {
            let session = kind.session
            let error = await #expect(throws: DigestCheck.TaskError.self) {
                try await session.response(with: DigestCheck(quality: quality))
            }
            #expect(error?.statusCode == 401)
            #expect(error?.challenge?.hasPrefix("Digest") == true)
        }

        @Test("A key travels in a field of its own, or in the query")
        func keys() async throws {
            let header = try await URLSession.shared.response(
                with: Anything(),
                auth: .headerKey("s3cr3t", header: "X-API-Key")
            )
            #expect(header.headers["X-Api-Key"] == "s3cr3t")
            let query = try await URLSession.shared.response(
                with: Anything(query: ["a"]),
                auth: QueryKeyAuth(key: "s3cr3t+/=", name: "key")
            )
            #expect(query.args == ["q": ["a"], "key": ["s3cr3t+/="]])
        }
    }

    struct HiddenCheck: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Approval
        static let definition = Definition(path: "hidden-basic-auth/user/s3cr3t")
    }

    struct DigestCheck: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Approval
        static let definition = Definition(path: "digest-auth/\(\.quality)/user/s3cr3t/SHA-256")
        var quality: String
    }
}

extension EndpointFailure {
    /// What the answer asks for.
    fileprivate var challenge: String? { httpResponse?.value(forHTTPHeaderField: "WWW-Authenticate") }
}
