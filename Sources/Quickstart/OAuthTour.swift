import EndpointsOAuth

/// The API that the authorization server protects.
struct ProtectedAPI: ServerDefinition {
    typealias Environments = URL
    static let auth: CallerAuth = CallerAuth()
    static let defaultEnvironment = URL(fileURLWithPath: "/")
}

struct GetMe: Endpoint {
    typealias Server = ProtectedAPI
    static let definition = Definition(path: "api/me")

    struct Response: Decodable, Sendable {
        let user: String?
    }
}

/// Signs in through the browser at an authorization server: `OAUTH_URL=http://127.0.0.1:18081 swift run Quickstart oauth`.
struct OAuthTour {
    static let help = """
        Set OAUTH_URL to the address of an authorization server: start one with .scripts/with-real-servers, which sets it, \
        as in “.scripts/with-real-servers swift run Quickstart oauth”, and sign in as alice with the password wonderland.
        """

    let session = URLSession.forEndpoints()
    let server: URL

    init(address: String) throws {
        guard let url = URL(string: address), url.host != nil else {
            throw URLError(.badURL, userInfo: [NSLocalizedDescriptionKey: "“\(address)” is not a server's address."])
        }
        server = url
    }

    func run() async throws {
        let metadata = try await OAuthMetadata.discover(issuer: server, session: session)
        let configuration = try metadata.configuration(clientID: "native", scopes: ["openid", "items:read"])
        let response = try await LoopbackRedirect().signIn(with: configuration, session: session)

        let client = OAuthClient(configuration, session: session)
        let account = JWTAuth(initialTokens: response.tokenPair, refreshHandler: client.refreshHandler())
        let me = try await session.response(with: GetMe(), environment: server, auth: account)
        print("Signed in as \(me.user ?? "nobody").")

        try await client.signOut(of: account)
        print("Signed out; the server has given the tokens up.")
    }
}
