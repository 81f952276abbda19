import Endpoints

typealias Declared = JWTAuth

struct API: ServerDefinition {
    static let auth: JWTAuth = .init { refreshToken in
        try await URLSession.shared.response(with: RefreshTokens(refreshToken: refreshToken)).pair
    }

    static let staging: JWTAuth = .init { refreshToken in
        let request = RefreshTokens(refreshToken: refreshToken)
        return try await URLSession.shared.response(with: request, environment: .staging).pair
    }

    static func auth(for environment: TypicalEnvironments) -> JWTAuth {
        environment == .staging ? staging : auth
    }
}
