import EndpointsMocking
import EndpointsOAuth
import Foundation

/// An answer of a token endpoint that is never asked.
struct TokenAnswer: Sendable {
    var data: Data
    var status: Int
    var type: String

    init(text: String, status: Int = 200, type: String = "application/json") {
        self.init(data: Data(text.utf8), status: status, type: type)
    }

    init(data: Data, status: Int = 200, type: String = "application/json") {
        self.data = data
        self.status = status
        self.type = type
    }

    /// What a client makes of it.
    func read(refreshToken: String = "r1", secret: String? = nil) async throws -> TokenResponse {
        let authentication = secret.map { ClientAuthentication.post(secret: $0) } ?? .none
        let configuration = OAuthConfiguration.client(of: try url("https://ex.com"), authentication: authentication)
        return try await withMock { mocks in
            mocks.respondToOthers { _, _ in
                .status(status, headers: type.isEmpty ? [:] : ["Content-Type": type], body: data)
            }
        } test: {
            try await OAuthClient(configuration).refresh(refreshToken)
        }
    }
}
