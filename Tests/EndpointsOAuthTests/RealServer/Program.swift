import EndpointsOAuth
import Testing

/// A program that signs in: by the name that its requests carry, the server's log tells them from those of others.
struct Program: Sendable {
    let name = "endpoints-\(UUID().uuidString)"
    let server: URL
    let session: URLSession

    init(server: URL = AuthorizationServerAddress.plain) {
        self.server = server
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["User-Agent": name]
        session = .forEndpoints(configuration: configuration)
    }

    /// What the server says of itself, asked for without a trace in the log's part of this program.
    func configuration(
        _ client: String,
        _ authentication: ClientAuthentication = .none,
        scopes: [String] = ["openid", "items:read"]
    ) async throws -> OAuthConfiguration {
        let metadata = try await OAuthMetadata.discover(issuer: server, session: .forEndpoints())
        return try metadata.configuration(
            clientID: client, clientAuthentication: authentication, redirectURI: "http://127.0.0.1:54321/callback",
            scopes: scopes)
    }

    /// The name of the user that an account belongs to.
    func user(of account: JWTAuth) async throws(WhoAmI.TaskError) -> String? {
        try await session.response(with: WhoAmI(), environment: server, auth: account).user
    }

    /// What eight calls at once say about the user of an account.
    func eightUsers(of account: JWTAuth) async -> [Result<String?, WhoAmI.TaskError>] {
        await withTaskGroup(of: Result<String?, WhoAmI.TaskError>.self) { group in
            for _ in 1...8 {
                group.addTask {
                    do throws(WhoAmI.TaskError) { return .success(try await user(of: account)) } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// How often the log has each request of this program, such as `POST /token/ 200`, once it has so many.
    func log(_ count: Int) async throws -> [String: Int] {
        try await log { $0.values.reduce(0, +) >= count }
    }

    /// How often the log has each request of this program, once it has them all.
    ///
    /// The server notes a request after its answer, so others are sent until it has.
    func log(until isComplete: ([String: Int]) -> Bool) async throws -> [String: Int] {
        for _ in 1...1_000 {
            let log = try AccessLog.counts(of: name)
            if isComplete(log) { return log }
            try await URLSession.shared.response(with: LeaveMark(), environment: server)
        }
        return try AccessLog.counts(of: name)
    }
}

/// The access log of the server.
enum AccessLog {
    /// How often the log has each request of a program, by method, path and status.
    static func counts(of program: String) throws -> [String: Int] {
        try entries(of: program).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    private static func entries(of program: String) throws -> [String] {
        let path = try #require(AuthorizationServerAddress.text("OAUTH_LOG"))
        let text = String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
        return text.split(separator: "\n").filter { $0.hasSuffix("\"\(program)\"") }.compactMap { line in
            let parts = line.split(separator: "\"")
            guard parts.count > 2, let status = parts[2].split(separator: " ").first else { return nil }
            let request = parts[1].split(separator: " ")
            guard request.count > 1 else { return nil }
            return "\(request[0]) \(request[1].prefix { $0 != "?" }) \(status)"
        }
    }
}
