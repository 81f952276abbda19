import Endpoints

typealias Declared = CustomAuth

struct API: ServerDefinition {
    static let auth = CustomAuth { request in
        let tokens = try await URLSession.shared.response(with: RefreshTokens(refreshToken: "token"))
        request.setValue(tokens.accessToken, forHTTPHeaderField: "X-Token")
    }
}
