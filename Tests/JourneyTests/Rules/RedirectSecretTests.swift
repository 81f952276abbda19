import Endpoints
import LoopbackServer
import Testing

/// What of a redirect is shown, and what goes along, by the policies of redirects and of retries.
@Suite("Redirects and secrets", .timeLimit(.minutes(5)))
struct RedirectSecretTests {
    private let session = URLSession.fresh()

    @Test("X-01 a refused redirect is named without the credentials in its address")
    func detail() async throws {
        let target = try LoopbackServer(replies: [Reply(body: "never")])
        let origin = try LoopbackServer.immediate { request in
            .redirect(to: "http://127.0.0.1:\(target.port)/next?\(request.query ?? "")")
        }
        let error = try await session.failure(
            of: Visit<Getting>(), environment: origin.url, auth: .queryKey("s3cr3t", name: "key"),
            options: RequestOptions(redirectPolicy: .sameOrigin))
        let failure = try #require(error.transportFailure)
        #expect(failure.code == .foreignRedirect)
        #expect(failure.detail?.contains("127.0.0.1:\(target.port)") == true)
        let isShown = leaks(
            "\(error) \(String(reflecting: error)) \(failure.detail ?? "") \(error.localizedDescription)")
        #expect(!isShown)
        #expect(target.requestCount == 0)
    }

    @Test(
        "X-01 a name and a password in the address of a redirect are not shown",
        arguments: [.follow, .sameOrigin] as [RedirectPolicy])
    func userInfo(policy: RedirectPolicy) async throws {
        let target = try LoopbackServer(replies: [Reply(status: 404)])
        let origin = try LoopbackServer(replies: [.redirect(to: "http://user:s3cr3t@127.0.0.1:\(target.port)/next")])
        let error = try await session.failure(
            of: Visit<Getting>(), environment: origin.url, options: RequestOptions(redirectPolicy: policy))
        let isShown = leaks(
            "\(error) \(String(reflecting: error)) \(error.transportFailure?.detail ?? "") \(error.localizedDescription)"
        )
        #expect(!isShown)
        let isSent = target.requests.contains { leaks(String(decoding: $0.bytes, as: UTF8.self)) }
        #expect(!isSent)
    }

    @Test("X-01 a retry begins at the origin again, and its redirect carries no credential either")
    func retried() async throws {
        let target = try LoopbackServer(replies: [Reply(status: 503), .close, Reply(body: "there")])
        let origin = try LoopbackServer(replies: [.redirect(to: target.url.absoluteString + "/next")])
        let text = try await session.response(
            with: Visit<Getting>(), environment: origin.url, auth: .bearer("s3cr3t"),
            options: RequestOptions(retryPolicy: .prompt))
        #expect(text == "there")
        #expect(origin.requestCount >= 2)
        let sent = origin.requests.allSatisfy { $0.header("Authorization") == "Bearer s3cr3t" }
        #expect(sent)
        let leaked = target.requests.contains { leaks(String(decoding: $0.bytes, as: UTF8.self)) }
        #expect(!leaked)
    }

    @Test(
        "X-02 a 401 of another origin causes 0 refreshes, with a retry policy as well, and the error names the final URL"
    )
    func foreignUnauthorized() async throws {
        let target = try LoopbackServer(replies: [Reply(status: 503), Reply(status: 401, body: "not here")])
        let origin = try LoopbackServer(replies: [.redirect(to: target.url.absoluteString + "/next")])
        let refreshes = Counter()
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "s3cr3t", refreshToken: "r1")) { _ in
            await refreshes.add()
            return TokenPair(accessToken: "s3cr3t-2", refreshToken: "r2")
        }
        let error = try await session.failure(
            of: Visit<Getting>(), environment: origin.url, auth: auth, options: RequestOptions(retryPolicy: .prompt))
        #expect(await refreshes.count == 0)
        #expect(error.statusCode == 401)
        #expect(error.httpResponse?.url?.absoluteString == target.url.absoluteString + "/next")
        #expect(error.context?.request.url == target.url.absoluteString + "/next")
        #expect(target.requests.map { $0.header("Authorization") == nil } == [true, true])
        #expect(origin.requestCount == 2)
    }

    @Test("X-01 credentials don't go over plain http to another machine, unless that is allowed")
    func plainHTTP() async throws {
        let url = try #require(URL(string: "http://nowhere.invalid"))
        let error = try await session.failure(of: Item(name: "a"), environment: url, auth: .bearer("s3cr3t"))
        guard case .insecureTransport? = error.authenticationFault else {
            Issue.record("\(error)")
            return
        }
        let allowed = try await session.failure(
            of: Item(name: "a"), environment: url, auth: .bearer("s3cr3t"),
            options: RequestOptions(allowsInsecureCredentials: true))
        #expect(allowed.transportCode == .cannotFindHost)
        let bare = try await session.failure(of: Item(name: "a"), environment: url)
        #expect(bare.transportCode == .cannotFindHost)
    }
}

extension EndpointTaskError {
    /// The failure of the transport.
    fileprivate var transportFailure: TransportFailure? {
        if case .transportError(let failure) = self { failure } else { nil }
    }
}
