import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// What the server said before a refresh failed is kept, and a handler that waits for itself is named.
@Suite("What a failed refresh tells", .timeLimit(.minutes(5)))
struct RefusalStoryTests {
    private let session = URLSession.fresh()

    /// The answers of the refresh endpoint, and the code and the status of what the call fails with.
    private static let rows: [(reply: Reply, code: String, status: Int)] = [
        (.json("{}", status: 503), "refreshFailed", 503), (Reply(status: 401, body: "bad"), "refreshFailed", 401),
        (.json(#"{"error":"invalid_grant"}"#, status: 400), "refreshRejected", 400),
    ]

    @Test("the 401 before the refresh comes with body and story, beside the refresh's own status", arguments: 0..<3)
    func received(index: Int) async throws {
        let row = Self.rows[index]
        let server = try LoopbackServer.immediate { request in
            request.path == "/token" ? row.reply : .json(#"{"code":"locked"}"#, status: 401, headers: [("X-Id", "7")])
        }
        let auth = JWTAuth.exchanging(at: server.url, session: session)
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, auth: auth)
        let failure = try #require(error.authenticationFault)
        #expect(failure.code.name == row.code)
        #expect(failure.statusCode == row.status)
        #expect(error.statusCode == row.status)
        let received = try #require(failure.received)
        #expect(received.statusCode == 401)
        #expect(received.body == Data(#"{"code":"locked"}"#.utf8))
        #expect(received.httpResponse.value(forHTTPHeaderField: "X-Id") == "7")
        #expect("\(received.context)".contains("/items/a"))
        #expect(!"\(received.context)".contains("A1"))
    }

    @Test("a failure without a refusal before it has none")
    func nothingReceived() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        let pair = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: .distantPast)
        let auth = JWTAuth.exchanging(at: server.url, pair: pair, session: session)
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, auth: auth)
        #expect(error.authenticationFault?.code == .refreshFailed)
        #expect(error.authenticationFault?.received == nil)
        #expect(error.statusCode == 503)
    }

    @Test("a token that can't be renewed fails with the server's refusal as its answer")
    func noRefreshToken() async throws {
        let server = try LoopbackServer(replies: [.json(#"{"code":"locked"}"#, status: 401)])
        let auth = JWTAuth(
            initialTokens: TokenPair(accessToken: "A1"), configuration: .init(endsSignInWhenRefused: false)
        ) { _ in throw RefreshRejection() }
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, auth: auth)
        #expect(error.authenticationFault?.code == .noRefreshToken)
        #expect(error.statusCode == 401)
        #expect(error.body == Data(#"{"code":"locked"}"#.utf8))
    }

    @Test(
        "R-06 G6 a handler whose endpoint needs the account is told by its name to the outer caller",
        arguments: IdentityRow.Wrapping.allCases)
    func reentrant(wrapping: IdentityRow.Wrapping) async throws {
        let server = try LoopbackServer(replies: [Reply(status: 401)])
        let account = Later<JWTAuth>()
        let url = server.url
        let pair = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: .distantPast)
        let auth = JWTAuth(initialTokens: pair) { [session] _ in
            guard let inner = account.value else { throw UnexpectedSuccess() }
            // A mistake of the app: the endpoint declares no NoAuth.
            let text = try await session.response(
                with: Item(name: "token"), environment: url, auth: wrapping.method(around: inner))
            return TokenPair(accessToken: text, refreshToken: "r2")
        }
        account.value = auth
        let error = try await session.failure(of: Item(name: "a"), environment: url, auth: auth)
        #expect(error.authenticationFault?.code == .reentrantRefresh)
        #expect(error.authenticationFault?.underlying is RefreshReentrancyError)
        #expect(server.requestCount == 0)
        // It is the program's fault, and no end of the sign-in.
        #expect(auth.state == .authenticated)
    }
}
