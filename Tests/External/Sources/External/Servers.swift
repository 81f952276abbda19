import Endpoints

/// The address that the program was given.
enum Address {
    static let httpbin: URL = {
        let text = ProcessInfo.processInfo.environment["HTTPBIN_URL"] ?? ""
        guard let url = URL(string: text), url.host != nil else {
            print("Set HTTPBIN_URL to the address of an httpbin, for example http://127.0.0.1:18080.")
            exit(1)
        }
        return url
    }()
}

/// A service whose address is known only at run time: its environments are URLs.
struct HTTPBin: ServerDefinition {
    typealias Environments = URL
    static var defaultEnvironment: URL { Address.httpbin }
}

/// A service with the typical environments, and a key for each of them.
struct KeyedBin: ServerDefinition {
    static let defaultEnvironment = TypicalEnvironments.local
    static let auth = HeaderKeyAuth(key: "local key")

    static func auth(for environment: TypicalEnvironments) -> HeaderKeyAuth {
        environment == .staging ? HeaderKeyAuth(key: "staging key") : auth
    }

    func baseURL(for environment: TypicalEnvironments) -> URL? {
        switch environment {
        case .local: Address.httpbin.appending(path: "anything/local")
        case .staging: Address.httpbin.appending(path: "anything/staging")
        default: nil
        }
    }
}

/// A service with own environments, listed as base URLs.
struct RegionalBin: ServerDefinition {
    enum Environments: Sendable { case north, south }

    static let defaultEnvironment = Environments.north

    var baseURLs: [Environments: URL] {
        [.north: Address.httpbin.appending(path: "anything/north")]
    }
}

/// A service whose tokens are renewed by one of its own endpoints.
struct MemberBin: ServerDefinition {
    typealias Environments = URL
    static var defaultEnvironment: URL { Address.httpbin }

    static let refreshes = Counter()
    static let auth: JWTAuth = .init(
        initialTokens: TokenPair(accessToken: "old", refreshToken: "renewal", expiresAt: .distantPast)
    ) { refreshToken in
        try await URLSession.shared.response(with: RefreshTokens(refreshToken: refreshToken)).pair
    } onTokensUpdated: { _ in
        await refreshes.increase()
    }
}

actor Counter {
    private(set) var count = 0

    func increase() {
        count += 1
    }
}
