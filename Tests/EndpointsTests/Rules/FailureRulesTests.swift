import Endpoints
import Testing

private typealias Failure = EndpointTaskError<EmptyResponse>

private struct Local: ServerDefinition {
    func baseURL(for environment: Environments) -> URL? {
        environment == .production ? URL(string: "https://127.0.0.1:1") : nil
    }
}

private struct Ping: Endpoint {
    typealias Server = Local
    typealias Response = Void
    static let definition = Definition(path: "x/\(\.id)")
    var id = "1"
}

private struct InsecureServer: ServerDefinition {
    func baseURL(for environment: Environments) -> URL? { URL(string: "http://api.example.com") }
}

private struct Insecure: Endpoint {
    typealias Server = InsecureServer
    typealias Response = Void
    static var auth: CallerAuth { CallerAuth() }
    static let definition = Definition(path: "x")
}

@Suite("Errors, their properties and sentences", .timeLimit(.minutes(5)))
struct FailureRulesTests {
    private static let endpointErrors: [(EndpointError, [String])] = [
        (.missingBaseURL(server: "Api", environment: "moon"), ["Api", "moon"]),
        (.invalidBaseURL("ftp://x", reason: "no web address"), ["ftp://x"]), (.invalidURL("x:y"), ["x:y"]),
        (.foreignURL("https://evil.example"), ["evil.example"]),
        (.invalidPathTemplate("/x?y", reason: "a question mark"), ["/x?y", "question mark"]),
        (.invalidPathValue("..", hole: 1, reason: "two dots"), ["two dots"]),
        (.invalidParameter("ratio", reason: "no number"), ["ratio", "no number"]), (.invalidMethod("GE T"), ["GE T"]),
        (.invalidHeader("X-Bad", reason: "a line break"), ["X-Bad", "a line break"]),
        (.duplicateHeader("X-Twin"), ["X-Twin"]),
        (.bodyNotAllowed(method: "HEAD"), ["HEAD"]), (.bodyAndForm(endpoint: "Create"), ["Create"]),
        (.bodyNotEncodable(endpoint: "Create", underlying: RuleError.offline), ["Create"]),
    ]

    private static let authenticationErrors: [AuthenticationError] = [
        .notAuthenticated, .callerMustAuthenticate, .noRefreshToken, .refreshFailed(underlying: RuleError.offline),
        .refreshRejected(underlying: RuleError.offline), .refreshTimedOut,
        .storageFailed(underlying: RuleError.offline),
        .reentrantRefresh(RefreshReentrancyError()), .custom(underlying: RuleError.offline),
    ]

    private static let codes: [TransportFailure.Code] = [
        .timedOut, .offline, .cannotFindHost, .cannotConnect, .connectionLost, .secureConnectionFailed,
        .certificateExpired, .certificateHostMismatch, .certificateUntrusted, .invalidResponse, .headersTooLarge,
        .tooManyRedirects, .insecureRedirect, .invalidRedirect, .redirectNeedsBody, .unsupportedSession,
        .sessionInvalidated, .other,
    ]

    @Test("S2-30 every endpoint error names its culprit in a sentence", arguments: 0..<13)
    func sentences(index: Int) throws {
        let (error, culprits) = Self.endpointErrors[index]
        let sentence = try #require(error.errorDescription)
        for culprit in culprits { #expect(sentence.contains(culprit), "\(sentence)") }
        #expect(sentence.contains(" ") && !sentence.contains("EndpointError"), "\(sentence)")
        let task = Failure.endpointError(error)
        for culprit in culprits { #expect(task.errorDescription?.contains(culprit) == true) }
        #expect(task.localizedDescription == task.errorDescription)
        #expect(!task.isRetryable && !task.isCancelled && !task.isOffline && !task.isTimeout && !task.isUnauthorized)
        #expect(task.statusCode == nil && task.httpResponse == nil && task.body == nil && task.retryAfter == nil)
    }

    @Test("S2-30 every authentication error is a sentence of its own", arguments: authenticationErrors)
    func authentication(error: AuthenticationError) throws {
        let sentence = try #require(Failure.authenticationError(error).errorDescription)
        #expect(sentence.contains(" ") && !sentence.contains("AuthenticationError"))
        #expect(error.errorDescription?.isEmpty == false)
        #expect(!Failure.authenticationError(error).isCancelled)
    }

    @Test("S4-31 no two authentication errors say the same")
    func distinct() {
        #expect(Set(Self.authenticationErrors.compactMap(\.errorDescription)).count == Self.authenticationErrors.count)
    }

    @Test("S1-31 which authentication errors mean signed out, and which can be tried again")
    func unauthorized() {
        for error in [AuthenticationError.notAuthenticated, .refreshRejected(underlying: RuleError.offline)] {
            #expect(Failure.authenticationError(error).isUnauthorized, "\(error)")
            #expect(!Failure.authenticationError(error).isRetryable, "\(error)")
        }
        for error in [AuthenticationError.refreshFailed(underlying: RuleError.offline), .refreshTimedOut] {
            #expect(!Failure.authenticationError(error).isUnauthorized, "\(error)")
            #expect(Failure.authenticationError(error).isRetryable, "\(error)")
        }
        for error in [AuthenticationError.callerMustAuthenticate, .reentrantRefresh(RefreshReentrancyError())] {
            #expect(!Failure.authenticationError(error).isRetryable, "\(error)")
        }
    }

    @Test("S2-30 every transport code is a sentence without numbers or type names", arguments: codes)
    func transport(code: TransportFailure.Code) throws {
        let failure = Failure.transportError(TransportFailure(code: code))
        let sentence = try #require(failure.errorDescription)
        #expect(sentence.contains(" ") && !sentence.contains("TransportFailure") && !sentence.contains("NSURL"))
        #expect(failure.isTimeout == (code == .timedOut))
        #expect(failure.isOffline == (code == .offline))
        #expect(!failure.isCancelled && !failure.isUnauthorized)
        #expect(failure.statusCode == nil)
    }

    @Test("T-01 what may be tried again, and what never gets better by itself")
    func retryable() {
        let retryable = Self.codes.filter { Failure.transportError(TransportFailure(code: $0)).isRetryable }
        #expect(Set(retryable).isSuperset(of: [.timedOut, .connectionLost]))
        #expect(
            Set(retryable).isDisjoint(with: [
                .certificateExpired, .certificateHostMismatch, .certificateUntrusted, .tooManyRedirects,
                .insecureRedirect, .invalidRedirect, .redirectNeedsBody, .unsupportedSession, .sessionInvalidated,
            ]))
    }

    @Test("C-01 cancelled is one thing")
    func cancelled() {
        let failure = Failure.cancelled
        #expect(failure.isCancelled && !failure.isRetryable && !failure.isTimeout && !failure.isOffline)
        #expect(failure.errorDescription?.isEmpty == false)
    }

    @Test("S4-33 codes are an open set")
    func openCodes() {
        let own = TransportFailure(code: .init("ownCode"), detail: "the modem is on fire")
        #expect(own.code != .other && own.code == .init("ownCode") && "\(own.code)".contains("ownCode"))
        #expect(Set(Self.codes).count == Self.codes.count)
        #expect(ResponseFailure.Code.emptyBody != .undecodableBody)
    }

    @Test("S2-6 what cannot be built is an endpointError, and a cancelled task sends nothing")
    func pipeline() async throws {
        guard case .failure(.endpointError(.invalidPathValue)) = await URLSession.shared.result(with: Ping(id: "..")),
            case .failure(.endpointError(.missingBaseURL)) = await URLSession.shared.result(
                with: Ping(), environment: .local)
        else {
            Issue.record("a request that cannot be built was not refused")
            return
        }
        let gate = RuleGate()
        let task = Task {
            await gate.wait()
            return await URLSession.shared.result(with: Ping())
        }
        task.cancel()
        await gate.open()
        guard case .failure(let failure) = await task.value else {
            Issue.record("a cancelled task succeeded")
            return
        }
        #expect(failure.isCancelled)
    }

    @Test("S4-34 credentials never go out over plain http to a foreign host")
    func insecure() async throws {
        let methods: [any AuthenticationMethod] = [
            .bearer("s3cr3t"), .basic(username: "u", password: "s3cr3t"), .queryKey("s3cr3t", name: "key"),
            .cookie(name: "sid", value: "s3cr3t"), JWTAuth.ruleFixed("s3cr3t"),
            .custom { $0.setValue("s3cr3t", forHTTPHeaderField: "X-Own") },
        ]
        for method in methods {
            let result = await URLSession.shared.result(with: Insecure(), auth: method)
            guard case .failure(.authenticationError(.insecureTransport)) = result, case .failure(let failure) = result
            else {
                Issue.record("\(type(of: method)): \(result)")
                continue
            }
            #expect(ruleLeak(in: failure) == nil)
            #expect(ruleLeak(in: result) == nil)
        }
    }
}
