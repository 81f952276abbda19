import Endpoints

typealias Declared = IfAvailable<JWTAuth>

struct API: ServerDefinition {
    static let auth: IfAvailable<JWTAuth> = JWTAuth { refreshToken in
        try await URLSession.shared.response(with: RefreshTokens(refreshToken: refreshToken)).pair
    }.ifAvailable
}
