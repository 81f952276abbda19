import Endpoints
import EndpointsMocking
import Foundation
import LoopbackServer
import Testing

@testable import EndpointsOAuth

/// What calls, logs and other parts of the package expect of this one.
@Suite(.timeLimit(.minutes(5)))
struct ConformanceRulesTests {
    private struct Site: ServerDefinition {
        typealias Environments = URL
        static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
    }

    private struct Call: Endpoint {
        typealias Server = Site
        typealias Response = String
        static let definition = Definition(path: "api")
    }

    @Test("O-06 Client credentials keep the rules of an authentication method")
    func conformance() async throws {
        let server = try LoopbackServer { .tokens("made-up-\($0.number)-s3cr3t", more: #","expires_in":3600"#) }
        let checks = AuthenticationMethodChecks {
            ClientCredentialsAuth(.client(of: server.url, authentication: .basic(secret: "made-up")), session: .fresh())
        }
        try await checks.all()
        let before = server.requestCount
        try await checks.renewal { server.requestCount - before }
    }

    @Test("R-09 After its end a token is renewed once for eight calls, and rotated")
    func refreshUnderLoad() async throws {
        let server = try LoopbackServer { request in
            guard request.path == "/token" else {
                let isGood = request.header("Authorization") == "Bearer A2"
                return isGood ? Reply(body: "ok") : .json("{}", status: 401)
            }
            return request.field("refresh_token") == "r1"
                ? .tokens("A2", refresh: "r2", more: #","expires_in":3600"#) : .refusal("invalid_grant")
        }
        for end in [Date(timeIntervalSinceNow: -60), nil] {
            let before = server.requests(at: "/token").count
            let flow = AuthorizationCodeFlow(.client(of: server.url), session: .fresh())
            let pair = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: end)
            let account = JWTAuth(initialTokens: pair, refreshHandler: flow.refreshHandler())
            let session = URLSession.fresh()
            try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<8 {
                    group.addTask { try await session.response(with: Call(), environment: server.url, auth: account) }
                }
                for try await text in group { #expect(text == "ok") }
            }
            #expect(server.requests(at: "/token").count == before + 1)
            #expect(try await account.tokens?.refreshToken == "r2")
        }
    }

    @Test("S0-41 A log at its most talkative shows no secret of a token request", arguments: [200, 400, 500])
    func logs(status: Int) async throws {
        let secret = SecretWalk.secret
        let server = try LoopbackServer(replies: [.tokens(secret, refresh: secret), .reset])
        let failing = try LoopbackServer(replies: [
            .json(#"{"error":"x","error_description":"\#(secret)"}"#, status: status)
        ])
        let lines = Locked<[String]>([])
        let observer = LogObserver(minimumLevel: .debug) { _, line in lines.withLock { $0.append(line) } }
        let ways: [ClientAuthentication] = [.basic(secret: secret), .basicRaw(secret: secret), .post(secret: secret)]
        for way in ways {
            for site in [server, failing] {
                let configuration = OAuthConfiguration.client(of: site.url, authentication: way)
                let names = ["code", "code_verifier", "refresh_token", "device_code", "token", "assertion", "odd"]
                let items = configuration.identification + names.map { (name: $0, value: secret) }
                let request = FormRequest(url: configuration.tokenEndpoint, body: FormItems(items: items))
                _ = await URLSession.fresh().result(
                    with: request, environment: configuration.tokenEndpoint, auth: configuration.authentication,
                    options: RequestOptions(observers: [observer]))
                #expect(SecretWalk.leaks(in: FormItems(items: items)).isEmpty)
                #expect(SecretWalk.leaks(in: request).isEmpty)
            }
        }
        let log = lines.withLock { $0 }
        #expect(!log.isEmpty)
        #expect(
            !log.contains { $0.contains(secret) || $0.contains(Data("client:\(secret)".utf8).base64EncodedString()) })
    }

    @Test("S0-36 Cancelling an exchange ends it at once")
    func cancelledExchange() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let flow = AuthorizationCodeFlow(.client(of: server.url), session: .fresh())
        let task = Task { await failure { try await flow.exchange(code: "c", pkce: PKCE()) } }
        _ = await server.requests(count: 1)
        task.cancel()
        #expect(await task.value?.kind == "cancelled")
    }

    @Test("S0-36 A code is exchanged once, also when the connection breaks", arguments: [0, 1, 2])
    func noRepetition(row: Int) async throws {
        let replies: [Reply] = [.reset, Reply(status: 503, headers: [("Retry-After", "0")], body: ""), .truncated]
        let server = try LoopbackServer(replies: [replies[row], .tokens("A1")])
        let flow = AuthorizationCodeFlow(.client(of: server.url), session: .fresh())
        #expect(await failure { try await flow.exchange(code: "c", pkce: PKCE()) } != nil)
        #expect(server.requestCount == 1)
    }

    @Test("S0-35 Many sign-ins at once keep their codes and proofs apart")
    func manyAtOnce() async throws {
        let challenges = Locked<[String: String]>([:])
        let server = try LoopbackServer { request in
            let challenge = (try? PKCE(verifier: request.field("code_verifier") ?? ""))?.challenge
            let expected = challenges.withLock { $0[request.field("code") ?? ""] }
            return challenge == expected ? .tokens("A-\(request.field("code") ?? "")") : .refusal("invalid_grant")
        }
        let flow = AuthorizationCodeFlow(.client(of: server.url), session: .fresh())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let attempt = try flow.begin()
                    challenges.withLock { $0["c\(number)"] = attempt.pkce.challenge }
                    let response = try await flow.exchange(code: "c\(number)", of: attempt)
                    #expect(response.tokenPair.accessToken == "A-c\(number)")
                }
            }
            try await group.waitForAll()
        }
        #expect(server.requestCount == 50)
    }
}
