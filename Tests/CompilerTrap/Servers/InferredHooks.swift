import Endpoints

typealias Declared = JWTAuth

struct API: ServerDefinition {
    static let auth = JWTAuth(configuration: .init(expiryLeeway: .seconds(60))) { refreshToken in
        try await URLSession.shared.response(with: RefreshTokens(refreshToken: refreshToken)).pair
    } onTokensUpdated: { tokens in
        print(tokens)
    } onRefreshFailed: { error in
        print(error)
    }
}
