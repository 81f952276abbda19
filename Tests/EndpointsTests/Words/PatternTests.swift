import Endpoints
import Testing

/// Every form of a pattern that programs write.
@Suite("Patterns of authentication errors", .timeLimit(.minutes(5)))
struct PatternTests {
    private typealias Fault = EndpointTaskError<String>

    private static let codes: [AuthenticationError.Code] = [
        .notAuthenticated, .signInReplaced, .callerMustAuthenticate, .noRefreshToken, .refreshFailed, .refreshRejected,
        .refreshTimedOut, .storageFailed, .reentrantRefresh, .insecureTransport, .custom,
    ]

    @Test("a code in a call's error matches its own and no other", arguments: codes)
    func inTaskError(code: AuthenticationError.Code) {
        let error = Fault.authenticationError(AuthenticationError(code: code, underlying: RuleError.offline))
        let isFailed = if case .authenticationError(.refreshFailed) = error { true } else { false }
        #expect(isFailed == (code == .refreshFailed))
        let isReplaced = if case .authenticationError(.signInReplaced) = error { true } else { false }
        #expect(isReplaced == (code == .signInReplaced))
        guard case .authenticationError(let inner) = error else {
            Issue.record("It is another case.")
            return
        }
        #expect(Self.codes.filter { $0 ~= inner } == [code])
    }

    private func caught(_ error: any Error) -> String {
        do {
            throw error
        } catch AuthenticationError.notAuthenticated {
            return "value"
        } catch AuthenticationError.Code.refreshFailed {
            return "code"
        } catch let error as AuthenticationError where error.code == .storageFailed {
            return "where"
        } catch {
            return "none"
        }
    }

    @Test("catch clauses match by value and by code, whatever the cause is")
    func catching() {
        #expect(caught(AuthenticationError.notAuthenticated) == "value")
        #expect(caught(AuthenticationError(code: .notAuthenticated, underlying: RuleError.empty)) == "value")
        #expect(caught(AuthenticationError.refreshFailed(underlying: RuleError.offline)) == "code")
        #expect(caught(AuthenticationError.storageFailed(underlying: RuleError.offline)) == "where")
        #expect(caught(AuthenticationError.signInReplaced) == "none")
        #expect(caught(RuleError.offline) == "none")
        #expect(caught(CancellationError()) == "none")
    }

    @Test("optionals match with a question mark")
    func optionals() {
        let some: AuthenticationError? = .refreshFailed(underlying: RuleError.offline)
        let none: AuthenticationError? = nil
        let anyError: (any Error)? = AuthenticationError.notAuthenticated
        let fault: Fault? = .authenticationError(.noRefreshToken)
        #expect(matches { if case .refreshFailed? = some { true } else { false } })
        #expect(matches { if case .refreshFailed? = none { false } else { true } })
        #expect(matches { if case AuthenticationError.notAuthenticated? = anyError { true } else { false } })
        #expect(matches { if case AuthenticationError.Code.notAuthenticated? = anyError { true } else { false } })
        #expect(matches { if case .authenticationError(.noRefreshToken)? = fault { true } else { false } })
    }

    /// An `if` is no expression among others.
    private func matches(_ pattern: () -> Bool) -> Bool { pattern() }

    @Test("a switch over codes tells them apart")
    func switching() {
        func name(_ error: AuthenticationError) -> String {
            switch error {
            case .notAuthenticated: "out"
            case .refreshRejected: "rejected"
            default: error.code.name
            }
        }
        #expect(name(.notAuthenticated) == "out")
        #expect(name(.refreshRejected(underlying: RefreshRejection())) == "rejected")
        #expect(name(AuthenticationError(code: .init("mine"))) == "mine")
    }
}
