import Endpoints
import EndpointsMocking
import EndpointsOAuth
import Foundation
import TestSupport
import Testing

/// An authorization server's words, asked through the account's failure.
@Suite("OAuth errors as causes", .timeLimit(.minutes(5)))
struct FailureWordsRulesTests {
    struct Answer: Sendable, CustomTestStringConvertible {
        let text: String
        let status: Int
        let isRetryable: Bool

        var testDescription: String { "\(status) \(text)" }

        static func server(_ code: String, _ status: Int, _ isRetryable: Bool) -> Answer {
            Answer(text: #"{"error":"\#(code)"}"#, status: status, isRetryable: isRetryable)
        }
    }

    private static let answers: [Answer] = [
        .server("invalid_client", 401, false), .server("invalid_client", 403, false),
        .server("invalid_client", 400, false), .server("unauthorized_client", 403, false),
        .server("invalid_request", 400, false), .server("invalid_scope", 400, false),
        .server("unsupported_grant_type", 400, false), .server("access_denied", 403, false),
        .server("temporarily_unavailable", 503, true), .server("temporarily_unavailable", 400, true),
        .server("server_error", 500, true), .server("slow_down", 400, true), .server("busy", 429, true),
        .server("odd", 501, false), Answer(text: "<html>busy</html>", status: 502, isRetryable: true),
        Answer(text: "<html>no</html>", status: 403, isRetryable: false),
        Answer(text: "<html>hotel</html>", status: 200, isRetryable: false),
    ]

    @Test("R-13 O-08 the status and whether later may be better are those of the server's answer", arguments: answers)
    private func server(answer: Answer) async throws {
        let cause = await failure { try await TokenAnswer(text: answer.text, status: answer.status).read() }
        let oauth = try #require(cause)
        #expect(oauth.statusCode == answer.status)
        #expect(oauth.isRetryable == answer.isRetryable)
        let error = AuthenticationError.refreshFailed(underlying: oauth)
        #expect(error.statusCode == answer.status)
        #expect(error.isRetryable == answer.isRetryable)
        #expect(!error.isTimeout)
        let rejected = AuthenticationError.refreshRejected(underlying: RefreshRejection(underlying: oauth))
        #expect(rejected.statusCode == answer.status)
        #expect(!rejected.isRetryable)
    }

    @Test("R-13 each error without an answer says what is known of it")
    func others() {
        let plain: [OAuthError] = [
            .invalidConfiguration("x"), .invalidVerifier, .stateMismatch, .issuerMismatch, .nonceMismatch, .missingCode,
            .missingAccessToken, .unsupportedTokenType("mac"), .invalidMetadata("x"),
            .presentationFailed(underlying: CancellationError()),
        ]
        for cause in plain {
            let error = AuthenticationError.refreshFailed(underlying: cause)
            #expect(error.statusCode == nil && error.httpResponse == nil && error.body == nil)
            #expect(!error.isTimeout && !error.isOffline && !error.isRetryable, "\(cause)")
        }
        #expect(AuthenticationError.refreshFailed(underlying: OAuthError.timedOut).isTimeout)
        #expect((OAuthError.cancelled as any EndpointFailure).isCancelled)
    }

    @Test("R-13 a request that failed says what its failure says")
    func requests() {
        let timeout = EndpointTaskError<EmptyResponse>.transportError(TransportFailure(code: .timedOut))
        let slow = AuthenticationError.refreshFailed(underlying: OAuthError.requestFailed(timeout))
        #expect(slow.isTimeout && slow.isRetryable && slow.statusCode == nil)
        let redirect = EndpointTaskError<EmptyResponse>.transportError(TransportFailure(code: .foreignRedirect))
        let wrong = AuthenticationError.refreshFailed(underlying: OAuthError.requestFailed(redirect))
        #expect(!wrong.isTimeout && !wrong.isRetryable)
    }
}
