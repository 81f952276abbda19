import Endpoints

typealias Declared = JWTAuth

struct API: ServerDefinition {
    static let auth: JWTAuth = .init { refreshToken in
        try await URLSession.shared.response(with: RefreshTokens(refreshToken: refreshToken)).pair
    }
}
