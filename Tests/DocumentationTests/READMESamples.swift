// The README's samples, word for word: READMETests compares them. The package Tests/ExternalMainActor compiles this file
// once more, in a module that is isolated to the main actor by default.
import Endpoints
import EndpointsMocking
import EndpointsOAuth

// sample: first endpoint

struct API: ServerDefinition {
    static let auth: JWTAuth = .init(storage: KeychainTokenStorage(service: "com.example.posts")) { refreshToken in
        try await URLSession.shared.response(with: RefreshTokens(refreshToken: refreshToken)).pair
    }

    func baseURL(for environment: TypicalEnvironments) -> URL? {
        switch environment {
        case .production: URL(string: "https://api.example.com/v1")
        case .staging: URL(string: "https://staging.example.com/v1")
        default: nil
        }
    }
}

struct ListPosts: Endpoint {
    typealias Server = API
    typealias Response = [Post]
    static let definition = Definition(
        path: "users/\(\.userID)/posts",
        parameters: [.query("page", \.page), .query("tag", \.tags)],
        headers: [.acceptLanguage: .field(\.language), "X-Client": "demo"]
    )
    var userID: Int
    var page: Int?
    var tags: [String] = []
    var language: String?
}

nonisolated struct Post: Decodable, Sendable {
    let id: Int
    let title: String
}

// sample: refresh endpoint

struct RefreshTokens: Endpoint {
    typealias Server = API
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(
        method: .post,
        path: "token",
        parameters: [.form(constant: "grant_type", "refresh_token"), .form("refresh_token", \.refreshToken)]
    )
    var refreshToken: String

    nonisolated struct Response: Decodable, Sendable {
        let accessToken: String
        let refreshToken: String?
        let expiresIn: Double

        var pair: TokenPair {
            TokenPair(
                accessToken: accessToken, refreshToken: refreshToken, expiresAt: Date(timeIntervalSinceNow: expiresIn))
        }
    }
}

// sample: bodies

struct AddPost: Endpoint {
    typealias Server = API
    typealias Response = Post
    static let definition = Definition(method: .post, path: "posts")
    var body: Draft  // a property named body is the request's body; JSON unless bodyEncoder says otherwise

    nonisolated struct Draft: Encodable, Sendable {
        var title: String
    }
}

struct UploadPicture: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(method: .post, path: "pictures")
    static let bodyEncoder = MultipartFormEncoder()
    var body: Form

    nonisolated struct Form: Encodable, Sendable {
        var caption: String
        var file: MultipartFile
    }
}

// sample: per status

struct Reserve: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(method: .put, path: "seats/\(\.seat)")
    var seat: String

    nonisolated enum Refusal: Sendable {
        case taken(by: String)
        case other(Int)
    }

    static func decodeError(_ data: Data, from response: HTTPURLResponse) throws -> Refusal {
        switch response.statusCode {
        case 409: .taken(by: try JSONDecoder().decode(String.self, from: data))
        default: .other(response.statusCode)
        }
    }
}

// sample: account client

struct Cinema: ServerDefinition {
    enum Environments: Hashable, Sendable {
        case live, rehearsal
    }

    static var defaultEnvironment: Environments { .live }

    func baseURL(for environment: Environments) -> URL? {
        switch environment {
        case .live: URL(string: "https://cinema.example")
        case .rehearsal: URL(string: "https://test.cinema.example")
        }
    }
}

struct Client: Sendable {
    let session: URLSession
    let environment: TypicalEnvironments
    let auth: JWTAuth
    func send<T: Endpoint>(_ endpoint: T) async throws(T.TaskError) -> T.Response where T.Server == API {
        try await session.response(with: endpoint, environment: environment, auth: auth)
    }
}

// sample: own authentication

nonisolated struct SignedRequests: AuthenticationMethod {
    let sign: @Sendable (URLRequest) -> String

    func authenticate(request: URLRequest) async throws -> URLRequest {
        var request = request
        request.setValue(sign(request), forHTTPHeaderField: "X-Signature")
        return request
    }
}

// sample: envelope

nonisolated protocol EnvelopedEndpoint: Endpoint where Response == Payload {
    associatedtype Payload: Decodable & Sendable
}

extension EnvelopedEndpoint {
    nonisolated static func decode(_ data: Data, from response: HTTPURLResponse) throws -> Payload {
        try Server.decoder.decode(Envelope<Payload>.self, from: data).data
    }
}

nonisolated struct Envelope<Payload: Decodable>: Decodable {
    let data: Payload
}

// end of samples

struct SignInToAPI: Endpoint {
    typealias Server = API
    typealias Response = RefreshTokens.Response
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(method: .post, path: "sign-in")
    var body: Password

    nonisolated struct Password: Encodable, Sendable {
        let name: String
        let password: String
    }
}

// sample: mock

func mockedList() async throws {
    let posts = try await withMock(ListPosts.self, action: .return([Post(id: 1, title: "First")])) {
        try await URLSession.shared.response(with: ListPosts(userID: 7))
    }
    print(posts.count)
}

// sample: sign in and out

func session(name: String, password: String) async throws {
    try await API.auth.login {
        try await URLSession.shared.response(with: SignInToAPI(body: .init(name: name, password: password))).pair
    }
    let posts = try await URLSession.shared.response(with: ListPosts(userID: 7))
    print(posts.count)
    try await API.auth.logout()
}

struct Enveloped: EnvelopedEndpoint {
    typealias Server = API
    typealias Payload = Post
    static let definition = Definition(path: "enveloped")
}

func calls(otherAccount: JWTAuth) async throws {
    // sample: calls
    let session = URLSession.forEndpoints()
    let posts = try await session.response(with: ListPosts(userID: 7, tags: ["swift", "http"]))
    let staged = try await session.response(with: ListPosts(userID: 7), environment: .staging, auth: otherAccount)
    // end
    _ = (posts, staged)
}

func errors() async {
    // sample: errors
    do throws(Reserve.TaskError) {
        try await URLSession.shared.response(with: Reserve(seat: "12A"))
    } catch {
        switch error {
        case .errorResponse(.taken(let owner), _): print("\(owner) was faster")
        case .errorResponse(.other, let received): print("refused with status \(received.statusCode)")
        case .authenticationError(.refreshFailed), .authenticationError(.storageFailed): print("try again later")
        case .authenticationError: print("sign in again")
        case .transportError where error.isRetryable: print("try again later")
        case .endpointError, .transportError, .unreadableResponse: print(error.localizedDescription)
        case .cancelled: break
        }
    }
    // end
}

func widened() async {
    // sample: result
    async let first = URLSession.shared.result(with: ListPosts(userID: 1))
    async let second = URLSession.shared.result(with: ListPosts(userID: 2))
    for case .failure(let error) in await [first, second] { print(error.statusCode ?? 0) }
    // end
}

// sample: resilience

nonisolated protocol PatientEndpoint: Endpoint {}

extension PatientEndpoint {
    nonisolated static var options: RequestOptions {
        RequestOptions(
            timeout: .seconds(20),
            deadline: .seconds(60),
            retryPolicy: .standard,
            idempotencyKey: .generated,
            observers: [LogObserver()]
        )
    }
}

// sample: oauth

func signInFromTerminal(with configuration: OAuthConfiguration) async throws -> JWTAuth {
    let flow = AuthorizationCodeFlow(configuration)
    let response = try await LoopbackRedirect().signIn(with: configuration)
    return JWTAuth(initialTokens: response.tokenPair, refreshHandler: flow.refreshHandler())
}
