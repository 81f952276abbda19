import Combine
import Endpoints
import LoopbackServer

/// A server whose environment is the address of a loopback server.
struct Site: ServerDefinition {
    typealias Environments = URL

    static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
}

/// Fetches a text by its name.
struct Item: Endpoint {
    typealias Server = Site
    typealias Response = String

    static let definition = Definition(path: "items/\(\.name)")

    var name = "a"
}

/// Exchanges a refresh token at the server's `token` path.
struct ExchangeToken: Endpoint {
    typealias Server = Site

    struct Response: Decodable, Sendable {
        var access: String
        var refresh: String
    }

    static let definition = Definition(method: .post, path: "token", parameters: [.form("refresh_token", \.token)])
    static let auth = NoAuth()

    var token: String
}

extension JWTAuth {
    /// An account that refreshes over the socket at the same server.
    static func exchanging(at url: URL) -> JWTAuth {
        JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { token in
            let answer = try await URLSession.shared.response(with: ExchangeToken(token: token), environment: url)
            return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
        }
    }
}

extension LoopbackServer {
    /// A server that knows no token but `A2`, which it gives in exchange.
    static func renewing() throws -> LoopbackServer {
        try .immediate { request in
            if request.path == "/token" { return .json(#"{"access":"A2","refresh":"r2"}"#) }
            return request.header("Authorization") == "Bearer A2" ? Reply(body: "in") : Reply(status: 401)
        }
    }

    /// The authorization fields of the requests that were not for the token endpoint.
    var authorizations: [String?] {
        requests.filter { $0.path != "/token" }.map { $0.header("Authorization") }
    }
}

/// What one subscriber received.
struct Delivery<Output: Sendable, Failure: Error> {
    var values: [Output] = []
    var completion: Subscribers.Completion<Failure>?
    /// Whether the value was delivered on a task.
    var wasOnTask = false

    /// The error that it ended with.
    var failure: Failure? {
        if case .failure(let error) = completion { error } else { nil }
    }

    /// Whether it ended without an error.
    var isFinished: Bool {
        if case .finished = completion { true } else { false }
    }
}

extension Publisher where Output: Sendable {
    /// Subscribes, and waits for the end.
    func delivery() async -> Delivery<Output, Failure> {
        let state = Locked(Delivery<Output, Failure>())
        let ended = Gate()
        let subscription = sink { completion in
            state.withLock { $0.completion = completion }
            ended.open()
        } receiveValue: { value in
            state.withLock { delivery in
                delivery.values.append(value)
                delivery.wasOnTask = withUnsafeCurrentTask { $0 != nil }
            }
        }
        await ended.wait()
        subscription.cancel()
        return state.withLock { $0 }
    }
}
