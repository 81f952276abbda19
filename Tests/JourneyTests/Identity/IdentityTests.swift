import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// What one user began is never sent in another one's name.
@Suite("A call belongs to one sign-in", .timeLimit(.minutes(5)))
struct IdentityTests {
    // One after the other: each row has a server of its own.
    @Test("R-22 R-11 D-8 S1-42 every command at every moment of a call", .serialized, arguments: IdentityRow.all)
    func table(row: IdentityRow) async throws {
        let stage = try await IdentityStage(row)
        let result = try await stage.run()
        #expect(IdentityRow.Outcome(result: result, sent: stage.sent) == row.outcome)
        #expect(try await stage.storage.load()?.accessToken == row.stored)
    }

    @Test("R-22 a first attempt without a token stays without one when somebody signs in before its retry")
    func anonymousRetry() async throws {
        let clock = ManualClock()
        let server = try LoopbackServer.immediate { request in
            request.number == 0 ? Reply(status: 503) : Reply(body: request.bearer ?? "nothing")
        }
        let auth = JWTAuth { _ in throw RefreshRejection() }
        let policy = RetryPolicy(
            maxRetries: 1, baseDelay: .seconds(5), jitter: .none, retriesNonIdempotentRequests: true)
        let call = URLSession.fresh().begin(
            Order(name: "1", body: Data("x".utf8)), at: server.url, auth: auth.ifAvailable,
            options: RequestOptions(retryPolicy: policy), on: clock)
        try await clock.sleepers(1)
        try await auth.login { TokenPair(accessToken: "B1", refreshToken: "s1") }
        clock.advance(by: .seconds(5))
        #expect(try await call.value.get() == "nothing")
        #expect(server.requests.map(\.bearer) == [nil, nil])
    }

    @Test("R-22 a sign-in that took another one's place asks for no sign-in, and its error is not retried")
    func replacedError() {
        let error = AuthenticationError.signInReplaced
        #expect(!error.isUnauthorized)
        #expect(!error.isRetryable)
        #expect(AuthenticationError.notAuthenticated.isUnauthorized)
    }

    @Test("R-22 of the calls of several users in a row none carries another user's token")
    func users() async throws {
        let server = try LoopbackServer.immediate { request in
            guard let bearer = request.bearer, bearer.hasSuffix("2") else { return Reply(status: 401) }
            return Reply(body: bearer)
        }
        let auth = JWTAuth { token in
            await Task.yield()
            return TokenPair(accessToken: "\(token.prefix(1))2", refreshToken: token)
        }
        let (session, url) = (URLSession.fresh(), server.url)
        var calls: [Task<Void, Never>] = []
        for user in ["A", "B", "C", "D", "E", "F"] {
            try await auth.login { TokenPair(accessToken: "\(user)1", refreshToken: "\(user)r") }
            let log = EventLog()
            for number in 0..<20 {
                let order = Order(name: "\(number)", body: Data(user.utf8))
                calls.append(
                    Task {
                        let options = RequestOptions(observers: [log])
                        _ = await session.result(with: order, environment: url, auth: auth, options: options)
                    })
            }
            // Each has its first token now; the refusals and the refresh meet the next user's sign-in.
            await log.heard(.authenticated, 20)
        }
        for call in calls { await call.value }
        #expect(server.requests.count >= 20)
        for request in server.requests { #expect(request.bearer?.prefix(1) == request.bodyText.prefix(1)) }
    }
}
