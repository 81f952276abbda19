import Endpoints
import LoopbackServer
import Testing

/// No event, line or command shows a secret, unless it is asked for one.
@Suite("Observers and secrets", .timeLimit(.minutes(5)))
struct ObserverSecretTests {
    private let session = URLSession.fresh()
    private let log = EventLog()
    private let lines = Locked<[String]>([])

    private var options: RequestOptions {
        let writer = LogObserver(minimumLevel: .debug) { [lines] _, line in lines.withLock { $0.append(line) } }
        return RequestOptions(retryPolicy: .prompt, observers: [log, writer])
    }

    /// Everything that a program may come to write about an event.
    private static func shown(_ event: RequestEvent) -> String {
        var text = "\(event) \(String(reflecting: event)) \(event.reason ?? "")"
        dump(event, to: &text)
        text += event.request?.curlCommand() ?? ""
        if let request = event.request { text += "\(request) \(String(reflecting: request)) \(request.redacted)" }
        if let failure = event.failure {
            text += "\(failure) \(String(reflecting: failure)) \(failure.localizedDescription)"
            dump(failure, to: &text)
        }
        return text
    }

    /// Nothing shows the secret; so many events did carry it.
    private func expectDiscretion(carrying: Bool = true, sourceLocation: SourceLocation = #_sourceLocation) {
        let events = log.events
        let leaking = events.filter { leaks(Self.shown($0)) }.map(\.kind)
        #expect(leaking == [], sourceLocation: sourceLocation)
        let leakingLines = lines.withLock { $0.filter(leaks).count }
        #expect(leakingLines == 0, sourceLocation: sourceLocation)
        let lineCount = lines.withLock { $0.count }
        // The first line tells of the engine.
        #expect(lineCount == events.count + 1, sourceLocation: sourceLocation)
        let isCarried = events.contains { leaks($0.request?.curlCommand(showingSecrets: true) ?? "") }
        #expect(isCarried == carrying, sourceLocation: sourceLocation)
    }

    /// A credential of every kind.
    private static let methods: [String: any AuthenticationMethod] = [
        "bearer": .bearer("s3cr3t"), "key": HeaderKeyAuth(key: "s3cr3t", header: .xAPIKey, prefix: nil),
        "basic": BasicAuth(username: "user", password: "s3cr3t"), "cookie": CookieAuth(name: "sid", value: "s3cr3t"),
        "query": .queryKey("s3cr3t", name: "key"),
        "custom": CustomAuth { $0.setValue("s3cr3t", forHTTPHeaderField: "X-Signature") },
        "token": JWTAuth(initialTokens: TokenPair(accessToken: "s3cr3t")) { _ in throw RefreshRejection() },
    ]

    @Test("S2-29 no credential is shown over retries, redirects and success", arguments: methods.keys.sorted())
    func credentials(name: String) async throws {
        let auth = try #require(Self.methods[name])
        let server = try LoopbackServer.immediate { request in
            switch request.number {
            case 0: Reply(status: 503, headers: [("Set-Cookie", "sid=s3cr3t; Path=/")], body: "s3cr3t")
            case 1: .redirect(to: "/next?\(request.query ?? "")", headers: [("X-Token", "s3cr3t")])
            case 2: .reset
            default: Reply(body: "there")
            }
        }
        let answer = try await session.endpointResponse(
            with: Visit<Getting>(), environment: server.url, auth: auth, options: options)
        #expect(answer.value == "there")
        expectDiscretion()
        let isShown = leaks("\(answer) \(String(reflecting: answer)) \(answer.curlCommand())")
        #expect(!isShown)
        let isCarried = leaks(answer.curlCommand(showingSecrets: true))
        #expect(isCarried)
    }

    @Test("S2-29 no credential is shown when the call fails", arguments: methods.keys.sorted())
    func failures(name: String) async throws {
        let auth = try #require(Self.methods[name])
        let server = try LoopbackServer(replies: [
            Reply(status: 403, headers: [("X-Token", "s3cr3t")], body: #"{"token":"s3cr3t"}"#)
        ])
        _ = try await session.failure(of: Visit<Getting>(), environment: server.url, auth: auth, options: options)
        expectDiscretion()
    }

    @Test("S2-29 credentials that an endpoint declares itself are known by their names")
    func declared() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        _ = try await session.response(with: Confessing(), environment: server.url, options: options)
        expectDiscretion()
    }

    @Test("S2-29 the body of a request for tokens is a secret")
    func tokenRequest() async throws {
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("s3cr3t-2", "s3cr3t-r2") }
            return request.bearer == "s3cr3t-2" ? Reply(body: "in") : Reply(status: 401)
        }
        let (url, options) = (server.url, options)
        let pair = TokenPair(accessToken: "s3cr3t-1", refreshToken: "s3cr3t-r1")
        let auth = JWTAuth(initialTokens: pair) { [session] token in
            let answer = try await session.response(
                with: ExchangeToken(token: token), environment: url, options: options)
            return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
        }
        #expect(
            try await session.response(with: Item(name: "a"), environment: url, auth: auth, options: options) == "in")
        expectDiscretion()
        let exchange = log.events.first { $0.endpoint == "ExchangeToken" && $0.kind == .sent }
        #expect(exchange?.request?.curlCommand().contains("grant_type") == false)
        let isCarried = leaks(exchange?.request?.curlCommand(showingSecrets: true) ?? "")
        #expect(isCarried)
    }

    @Test("S2-29 a refresh that is refused shows no token")
    func refusedRefresh() async throws {
        let server = try LoopbackServer.immediate { request in
            request.path == "/token"
                ? .json(#"{"error":"invalid_grant","hint":"s3cr3t-r1"}"#, status: 400) : Reply(status: 401)
        }
        let (url, options) = (server.url, options)
        let pair = TokenPair(accessToken: "s3cr3t-1", refreshToken: "s3cr3t-r1")
        let auth = JWTAuth(initialTokens: pair) { [session] token in
            let answer = try await session.response(
                with: ExchangeToken(token: token), environment: url, options: options)
            return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
        }
        _ = try await session.failure(of: Item(name: "a"), environment: url, auth: auth, options: options)
        expectDiscretion()
    }

    @Test("S2-29 a body that an endpoint hides is not in the command, and one that it doesn't is")
    func hiddenBody() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        var hiding = options
        hiding.hidesBody = true
        let secret = Order(name: "1", body: Data("pin=s3cr3t".utf8))
        _ = try await session.response(with: secret, environment: server.url, options: hiding)
        expectDiscretion()
        let plain = Order(name: "2", body: Data("plain=yes".utf8))
        let answer = try await session.endpointResponse(with: plain, environment: server.url, options: options)
        #expect(answer.curlCommand().contains("plain=yes"))
    }

    @Test("S2-29 a cookie of the session's jar is not shown")
    func jar() async throws {
        let server = try LoopbackServer.immediate { request in
            Reply(headers: request.number == 0 ? [("Set-Cookie", "sid=s3cr3t; Path=/")] : [], body: "ok")
        }
        for name in ["a", "b"] {
            _ = try await session.response(with: Item(name: name), environment: server.url, options: options)
        }
        let isSent = server.requests.last?.header("Cookie") == "sid=s3cr3t"
        #expect(isSent)
        let leaking = log.events.filter { leaks(Self.shown($0)) }.map(\.kind)
        #expect(leaking == [])
    }
}

/// Declares its credentials by hand.
private struct Confessing: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(
        path: "confessing",
        headers: [.authorization: "Bearer s3cr3t", .cookie: "sid=s3cr3t", "X-API-Key": "s3cr3t"])
}
