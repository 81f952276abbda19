// The samples of the DocC article “Signing in”, word for word: DocumentationTests compares them.
import EndpointsOAuth

func configure() async throws -> OAuthConfiguration {
    guard let issuer = URL(string: "https://auth.example.com") else { throw URLError(.badURL) }
    let metadata = try await OAuthMetadata.discover(issuer: issuer)
    return try metadata.configuration(
        clientID: "my-app",
        redirectURI: "com.example.app:/callback",
        scopes: ["openid", "items:read"]
    )
}

enum MyAccount {
    static let configuration = OAuthConfiguration(
        authorizationEndpoint: URL(string: "https://auth.example.com/authorize"),
        tokenEndpoint: URL(string: "https://auth.example.com/token") ?? URL(fileURLWithPath: "/"),
        clientID: "my-app",
        redirectURI: "com.example.app:/callback"
    )
    static let flow = AuthorizationCodeFlow(configuration)
    static let auth = JWTAuth(
        storage: KeychainTokenStorage(service: "com.example.app"), refreshHandler: flow.refreshHandler())
}

func finish(_ attempt: AuthorizationAttempt, with url: URL) async throws {
    switch attempt.handle(redirect: url) {
    case .code(let code):
        try await MyAccount.auth.login {
            try await MyAccount.flow.exchange(code: code, of: attempt).tokenPair
        }
    case .failure(let error): throw error
    case .notMine: break
    }
}

func signInFromTerminal() async throws {
    let response = try await LoopbackRedirect().signIn(with: MyAccount.configuration)
    try await MyAccount.auth.setTokens(response.tokenPair)
}

func signInOnDevice() async throws {
    for try await step in DeviceCodeFlow(MyAccount.configuration).signIn() {
        switch step {
        case .show(let device): print("Open \(device.verificationURI) and enter \(device.userCode)")
        case .signedIn(let response): try await MyAccount.auth.setTokens(response.tokenPair)
        }
    }
}

struct Warehouse: ServerDefinition {
    static let auth = ClientCredentialsAuth(
        OAuthConfiguration(
            tokenEndpoint: URL(string: "https://auth.example.com/token") ?? URL(fileURLWithPath: "/"),
            clientID: "stock",
            clientAuthentication: .basic(secret: ProcessInfo.processInfo.environment["STOCK_SECRET"] ?? "")
        )
    )

    func baseURL(for environment: TypicalEnvironments) -> URL? {
        URL(string: "https://warehouse.example.com")
    }
}

func signOutEverywhere() async throws {
    try await OAuthClient(MyAccount.configuration).signOut(of: MyAccount.auth)
}
