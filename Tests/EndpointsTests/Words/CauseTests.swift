import Endpoints
import Testing

/// An authentication's failure says what its cause says.
@Suite("The server's own words", .timeLimit(.minutes(5)))
struct CauseTests {
    /// A cause, and what can be asked of it.
    private struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let cause: any Error
        var status: Int?
        var isTimeout = false
        var isRetryable = false

        init(_ name: String, _ cause: any Error, status: Int? = nil, isTimeout: Bool = false, isRetryable: Bool = false)
        {
            (testDescription, self.cause, self.status) = (name, cause, status)
            (self.isTimeout, self.isRetryable) = (isTimeout, isRetryable)
        }
    }

    /// What a call comes to that a server answers so.
    private static func failure(_ status: Int, _ body: String = "{}") async throws -> any Error {
        let error = await ruleError {
            try await FakeTransport(statuses: status, body: body).run {
                _ = try await URLSession.shared.response(with: SampleItem(), auth: NoAuth())
            }
        }
        return try #require(error)
    }

    private static let transport: [Row] = [
        Row("timed out", TransportFailure(code: .timedOut), isTimeout: true, isRetryable: true),
        Row("connection lost", TransportFailure(code: .connectionLost), isRetryable: true),
        Row("cannot connect", TransportFailure(code: .cannotConnect), isRetryable: true),
        Row("invalid redirect", TransportFailure(code: .invalidRedirect)),
        Row("insecure redirect", TransportFailure(code: .insecureRedirect)),
        Row("URL timed out", URLError(.timedOut), isTimeout: true, isRetryable: true),
        Row("URL connection lost", URLError(.networkConnectionLost), isRetryable: true),
        Row("bad URL", URLError(.unsupportedURL)),
        Row("endpoint error", EndpointError.invalidURL("x")),
        Row(
            "task transport", EndpointTaskError<String>.transportError(TransportFailure(code: .timedOut)),
            isTimeout: true, isRetryable: true),
        Row("task endpoint", EndpointTaskError<String>.endpointError(.invalidURL("x"))),
        Row("task cancelled", EndpointTaskError<String>.cancelled),
        Row(
            "task authentication",
            EndpointTaskError<String>.authenticationError(.refreshTimedOut), isTimeout: true, isRetryable: true),
        Row("authentication", AuthenticationError.refreshTimedOut, isTimeout: true, isRetryable: true),
    ]

    private func expect(_ error: AuthenticationError, says row: Row) {
        #expect(error.statusCode == row.status)
        #expect(error.isTimeout == row.isTimeout)
        #expect(!error.isOffline)
        #expect(error.isRetryable == row.isRetryable)
        #expect(error.body == (row.cause as? any EndpointFailure)?.body)
    }

    @Test("a cause without an answer gives its words to the refresh's failure", arguments: transport)
    private func causes(row: Row) {
        expect(.refreshFailed(underlying: row.cause), says: row)
        expect(.custom(underlying: row.cause), says: row)
    }

    @Test(
        "a status of the refresh endpoint is the failure's, and says whether later may be better",
        arguments: [
            (400, false), (401, false), (403, false), (404, false), (408, true), (429, true), (500, true), (501, false),
            (503, true),
        ])
    func statuses(status: Int, isRetryable: Bool) async throws {
        for body in [#"{"code":"x"}"#, "no JSON"] {
            let cause = try await Self.failure(status, body)
            let error = AuthenticationError.refreshFailed(underlying: cause)
            #expect(error.statusCode == status)
            #expect(error.body == Data(body.utf8))
            #expect(error.httpResponse?.statusCode == status)
            #expect(error.isRetryable == isRetryable)
            #expect(!error.isTimeout)
            let rejected = AuthenticationError.refreshRejected(underlying: RefreshRejection(underlying: cause))
            #expect(rejected.statusCode == status)
            #expect(rejected.body == Data(body.utf8))
            #expect(!rejected.isRetryable)
            #expect(rejected.isUnauthorized)
        }
    }

    @Test("an answer that can't be read keeps its status", arguments: [200, 201])
    func unreadable(status: Int) async throws {
        let cause = try await Self.failure(status, "no JSON")
        guard case EndpointTaskError<SampleServer.ErrorResponse>.unreadableResponse(let failure) = cause else {
            Issue.record(cause)
            return
        }
        for error: any Error in [cause, failure, RefreshRejection(underlying: failure)] {
            let wrapped = AuthenticationError.refreshFailed(underlying: error)
            #expect(wrapped.statusCode == status)
            #expect(wrapped.body == Data("no JSON".utf8))
        }
    }

    @Test("an error of somebody else's says nothing, and a refresh that failed by it may succeed later")
    func foreign() {
        let error = AuthenticationError.refreshFailed(underlying: RuleError.offline)
        #expect(error.statusCode == nil)
        #expect(error.isRetryable)
        #expect(!error.isTimeout)
        #expect(!error.isUnauthorized)
    }

    @Test("a plain 401 of the refresh endpoint says in its sentence what the handler should throw")
    func sentence() async throws {
        let plain = AuthenticationError.refreshFailed(underlying: try await Self.failure(401))
        #expect(plain.description.contains("RefreshRejection"))
        #expect(plain.localizedDescription.contains("RefreshRejection"))
        let other = AuthenticationError.refreshFailed(underlying: try await Self.failure(403))
        #expect(!other.description.contains("RefreshRejection"))
    }
}
