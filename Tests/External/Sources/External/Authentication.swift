import Endpoints

/// A method of one's own: only the one requirement without a default.
struct SignatureAuth: AuthenticationMethod {
    let secret: String

    func authenticate(request: URLRequest) async throws -> URLRequest {
        var request = request
        request.setValue("\(secret) \(request.url?.path ?? "")", forHTTPHeaderField: "X-Signature")
        return request
    }
}

/// A method that can't do its work.
struct BrokenAuth: AuthenticationMethod {
    struct KeyIsGone: Error, Equatable {}

    func authenticate(request: URLRequest) async throws -> URLRequest {
        throw KeyIsGone()
    }
}

struct Signed: Endpoint {
    typealias Server = HTTPBin
    typealias Response = Echo
    static let auth = SignatureAuth(secret: "secret")
    static let definition = Definition(path: "anything/signed")
}

/// httpbin's `/bearer` answers with the token, or with 401 when there is none.
struct Bearer: Endpoint {
    typealias Server = HTTPBin
    static let definition = Definition(path: "bearer")

    struct Response: Decodable, Sendable {
        let token: String
    }
}

struct BasicLogin: Endpoint {
    typealias Server = HTTPBin
    static let definition = Definition(path: "basic-auth/\(\.user)/\(\.password)")
    var user: String
    var password: String

    struct Response: Decodable, Sendable {
        let user: String
    }
}

struct MemberToken: Endpoint {
    typealias Server = MemberBin
    typealias Response = Bearer.Response
    static let definition = Definition(path: "bearer")
}

/// What the refresh handler sends; it opts out, or it would wait for itself.
struct RefreshTokens: Endpoint {
    typealias Server = MemberBin
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(
        method: .post,
        path: "post",
        parameters: [.form("refresh_token", \.refreshToken)]
    )
    var refreshToken: String

    struct Response: Decodable, Sendable {
        let form: [String: String]
        let headers: [String: String]

        /// A token that tells what was sent for it.
        var pair: TokenPair {
            let credentials = headers["Authorization"] ?? "alone"
            return TokenPair(accessToken: "new-by-\(form["refresh_token"] ?? "nothing")-\(credentials)")
        }
    }
}

/// Sends any endpoint, and loses none of its types.
func send<T: Endpoint>(_ endpoint: T) async throws(T.TaskError) -> T.Response {
    try await URLSession.shared.response(with: endpoint)
}

/// A client that is bound to an account.
struct Client: Sendable {
    let session: URLSession
    let environment: URL
    let auth: any AuthenticationMethod

    func send<T: Endpoint>(_ endpoint: T) async throws(T.TaskError) -> T.Response where T.Server == HTTPBin {
        try await session.response(with: endpoint, environment: environment, auth: auth)
    }
}
