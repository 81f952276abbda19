import Endpoints

typealias Declared = JWTAuth

struct API: ServerDefinition {
    static let auth = JWTAuth { refreshToken in
        try await URLSession.shared.response(with: RefreshTokens(refreshToken: refreshToken)).pair
    }
}
