import Endpoints

typealias Declared = BearerAuth

struct API: ServerDefinition {
    static let auth: BearerAuth = .init {
        try await URLSession.shared.response(with: RefreshTokens(refreshToken: "token")).accessToken
    }
}
