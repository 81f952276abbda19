import Endpoints
import LoopbackServer

/// A JSON API on this machine, so that the tour needs no network: it signs users in, hands out tokens that end when it
/// is told to, and takes each refresh token once.
actor ScriptedAPI {
    private static let production = try? Running(ScriptedAPI(name: "production"))
    private static let staging = try? Running(ScriptedAPI(name: "staging"))

    private let name: String
    private var generation = 1
    private(set) var refreshCount = 0

    private init(name: String) {
        self.name = name
    }

    /// The API that plays an environment; nil for those that the tour has none for.
    static func running(in environment: TypicalEnvironments) -> Running? {
        switch environment {
        case .production: production
        case .staging: staging
        default: nil
        }
    }

    /// Lets every access token end.
    func expireTokens() {
        generation += 1
    }

    fileprivate func answer(_ request: Request) -> Reply {
        switch (request.method, request.path) {
        case ("POST", "/sign-in"):
            let user = request.formItems.first { $0.name == "user" }?.value ?? ""
            return tokens(of: user)
        case ("POST", "/refresh"):
            let token = request.formItems.first { $0.name == "refresh_token" }?.value ?? ""
            guard let user = user(of: token, kind: "renew") else {
                return .json(#"{"error": "invalid_grant"}"#, status: 400)
            }
            refreshCount += 1
            return tokens(of: user)
        default:
            let header = request.header("Authorization") ?? ""
            guard let user = user(of: String(header.dropFirst("Bearer ".count)), kind: "access") else {
                return .json(#"{"code": "unauthorized", "message": "Sign in first."}"#, status: 401)
            }
            return resource(request, for: user)
        }
    }

    private func resource(_ request: Request, for user: String) -> Reply {
        switch (request.method, request.path) {
        case ("GET", "/me"):
            Reply(headers: [("Content-Type", "text/plain; charset=utf-8")], body: "\(user) on \(name)")
        case ("GET", "/users/\(user)/posts"):
            .json(#"[{"id": 1, "title": "Typed requests"}, {"id": 2, "title": "Typed errors"}]"#)
        case ("POST", "/users/\(user)/posts"):
            .json(#"{"id": 3, "title": "Nested inputs"}"#, status: 201)
        default:
            .json(#"{"code": "not_found", "message": "There is no such post."}"#, status: 404)
        }
    }

    private func tokens(of user: String) -> Reply {
        .json(
            """
            {"accessToken": "\(user).access.\(generation)", "refreshToken": "\(user).renew.\(generation)"}
            """
        )
    }

    /// The user of a token of the present generation; a refresh token may be of the one before.
    private func user(of token: String, kind: String) -> String? {
        let parts = token.split(separator: ".").map(String.init)
        guard parts.count == 3, parts[1] == kind, let number = Int(parts[2]) else { return nil }
        return number == generation || kind == "renew" && number == generation - 1 ? parts[0] : nil
    }
}

extension ScriptedAPI {
    /// An API and the server that speaks for it.
    struct Running: Sendable {
        let api: ScriptedAPI
        private let server: LoopbackServer

        fileprivate init(_ api: ScriptedAPI) throws {
            self.api = api
            server = try LoopbackServer { request in await api.answer(request) }
        }

        var url: URL { server.url }
    }
}
