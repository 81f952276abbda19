import Endpoints

typealias Declared = BearerAuth

struct API: ServerDefinition {
    static let auth = BearerAuth {
        try await URLSession.shared.response(with: RefreshTokens(refreshToken: "token")).accessToken
    }
}
