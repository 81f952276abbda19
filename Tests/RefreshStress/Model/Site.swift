import Endpoints

/// The server of a round, at the loopback server or at a fake transport.
struct Site: ServerDefinition {
    typealias Environments = URL

    static var defaultEnvironment: URL { URL(string: "http://127.0.0.1") ?? URL(fileURLWithPath: "/") }
}

/// A request that needs a token; it bears the number of the call, so that the server knows whose it is.
struct Fetch: Endpoint {
    typealias Server = Site
    typealias Response = String

    static let definition = Definition(path: "call/\(\.number)")

    var number: String
}

/// The exchange of a refresh token, which needs none.
struct Exchange: Endpoint {
    typealias Server = Site

    struct Response: Decodable, Sendable {
        var access: String
        var refresh: String
        /// For how many milliseconds the process that gets it has no space on its disk.
        var fullDisk: Int?
    }

    static let definition = Definition(
        method: .post, path: "token", parameters: [.form("refresh_token", \.token)])
    static let auth = NoAuth()

    var token: String
}

/// What the body of a rejection says.
struct RejectionBody: Decodable, Sendable {
    var session: Int

    /// The sign-in that an error says has ended.
    static func session(in error: any Error) -> Int? {
        guard let body = (error as? any EndpointFailure)?.body else { return nil }
        return try? JSONDecoder().decode(RejectionBody.self, from: body).session
    }
}
