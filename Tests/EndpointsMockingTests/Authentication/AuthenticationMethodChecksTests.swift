import Endpoints
import EndpointsMocking
import Testing

@Suite(.timeLimit(.minutes(5)))
struct AuthenticationMethodChecksTests {
    private let account = StubAccount()

    /// The checks of the method; one that waits for ever says so itself, instead of a time limit.
    private func checks(
        _ spoil: @escaping @Sendable (inout StubAuth) -> Void = { _ in }
    ) -> AuthenticationMethodChecks<StubAuth> {
        AuthenticationMethodChecks(alarm: { [account] in try await account.hang.value() }) { [account] in
            var method = StubAuth(account: account)
            spoil(&method)
            return method
        }
    }

    private func run(
        _ check: AuthenticationFault.Check,
        of checks: AuthenticationMethodChecks<StubAuth>
    ) async throws {
        switch check {
        case .attaches: try await checks.attaches()
        case .declared: try await checks.keepsDeclaredFields()
        case .repeatable: try await checks.isRepeatable()
        case .conceals: try await checks.concealsCredentials()
        case .concurrency: try await checks.concurrency()
        case .cancellation: try await checks.cancellation()
        case .success: try await checks.ignoresSuccess()
        case .renewal: try await checks.renewal { [account] in account.renewals }
        case .failures: try await checks.failuresSurface { $0.account.isBroken.withLock { $0 = true } }
        }
    }

    @Test("a method that keeps the rules passes")
    func good() async throws {
        try await checks().all()
        #expect(account.renewals == 0)
        try await checks().renewal()
        try await checks().renewal { [account] in account.renewals }
        #expect(account.renewals == 4)
    }

    @Test("a method that throws when it has no credentials passes")
    func failing() async throws {
        try await run(
            .failures,
            of: checks {
                $0.onAuthenticate = { account, request in
                    if account.isBroken.withLock({ $0 }) { throw StubAccount.Refused() }
                    return request.with(account.token)
                }
            }
        )
    }

    @Test("the status and body of a refusal are the caller's")
    func refusal() async throws {
        let checks = checks {
            $0.onAnswer = { account, status, token in status == 419 && token.map(account.isOwn) ?? false }
        }
        try await checks.renewal(refusedBy: 419)
        let violation = await #expect(throws: ConformanceViolation.self) { try await checks.renewal() }
        #expect(
            violation?.found
                == "shouldReauthenticate(after:body:to:) is false for a 401 to a request with its credentials")
    }

    @Test(
        "a method that renews passes wherever it puts its token",
        arguments: ["?key=%", "?%", "Cookie: key=%; lang=de", "Authorization: Bearer %", "X-Key: %"])
    func places(form: String) async throws {
        struct Renewing: AuthenticationMethod {
            let account: StubAccount
            let form: String

            func text(_ number: Int) -> String {
                form.replacingOccurrences(of: "%", with: StubAccount.token(number))
            }

            func authenticate(request: URLRequest) -> URLRequest {
                let text = text(account.renewals + 1)
                let parts = text.components(separatedBy: ": ")
                if parts.count == 2 { return request.with(parts[1], for: parts[0]) }
                let item = String(text.dropFirst())
                return number(of: request) == nil ? request.appending(item) : request
            }

            func number(of request: URLRequest) -> Int? {
                (1...account.renewals + 1).first { number in
                    let parts = text(number).components(separatedBy: ": ")
                    if parts.count == 2 { return request.value(forHTTPHeaderField: parts[0]) == parts[1] }
                    let items = (request.url?.query ?? "").components(separatedBy: "&")
                    return items.contains(String(text(number).dropFirst()))
                }
            }

            func shouldReauthenticate(after response: HTTPURLResponse, body: Data, to request: URLRequest) -> Bool {
                response.statusCode == 401 && number(of: request) != nil
            }

            func reauthenticate(after failedRequest: URLRequest) async throws {
                if number(of: failedRequest) == account.renewals + 1 { try await account.renew() }
            }
        }
        let checks = AuthenticationMethodChecks { [account] in Renewing(account: account, form: form) }
        try await checks.all()
        try await checks.renewal { [account] in account.renewals }
        #expect(account.renewals == 2)
    }

    @Test("each broken method is found by the rule that it breaks", arguments: AuthenticationFault.all)
    func broken(fault: AuthenticationFault) async throws {
        let violation = await #expect(throws: ConformanceViolation.self) {
            try await run(fault.check, of: checks(fault.spoil))
        }
        #expect(violation?.rule == fault.rule, "\(violation?.found ?? "")")
        let text = try #require(violation?.errorDescription)
        #expect(text.contains("“\(fault.rule.name)”") && text.contains(fault.rule.expectation))
        #expect(text.contains("Found: ") && text.hasSuffix(fault.rule.remedy))
        var all = "\(String(reflecting: violation)) \(text)"
        dump(violation, to: &all)
        for secret in ["s3cr3t", "pa55", "c00kie-", "k3y", "t0ken-"] { #expect(!all.contains(secret)) }
    }

    @Test(
        "a renewal too many or too few that changes the credentials is found without counting",
        arguments: AuthenticationFault.renewals.filter {
            !["asks twice", "asks for nothing"].contains($0.testDescription)
        })
    func uncounted(fault: AuthenticationFault) async {
        let violation = await #expect(throws: ConformanceViolation.self) {
            try await checks(fault.spoil).renewal()
        }
        #expect(violation?.rule == fault.rule, "\(violation?.found ?? "")")
    }

    @Test("every rule has a method that breaks it, and every check finds one")
    func complete() {
        #expect(
            Set(AuthenticationFault.all.map(\.rule)) == [
                .attachment, .restraint, .declaredFields, .repeatability, .concealment, .concurrency, .cancellation,
                .ignoringSuccess, .foreignCredentials, .retryAttempts, .renewalTrigger, .renewal, .rotation,
                .sharedRenewal, .authenticationFailures,
            ]
        )
        #expect(Set(AuthenticationFault.all.map(\.check)) == Set(AuthenticationFault.Check.allCases))
    }

    @Test("a token in an actor is found")
    func plainActor() async {
        actor PlainAuth: AuthenticationMethod {
            let token = StubAccount.token(1)
            func authenticate(request: URLRequest) -> URLRequest { request.with(token) }
        }
        let checks = AuthenticationMethodChecks { PlainAuth() }
        let violation = await #expect(throws: ConformanceViolation.self) {
            try await checks.concealsCredentials()
        }
        #expect(violation?.rule == .concealment)
    }

    @Test("a token in a description or debug description is found", arguments: [true, false])
    func talkative(isDebugging: Bool) async {
        struct Talkative: AuthenticationMethod, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
        {
            let isDebugging: Bool
            var description: String { isDebugging ? "" : StubAccount.token(1) }
            var debugDescription: String { isDebugging ? StubAccount.token(1) : "" }
            var customMirror: Mirror { Mirror(self, children: []) }
            func authenticate(request: URLRequest) -> URLRequest { request.with(StubAccount.token(1)) }
        }
        let checks = AuthenticationMethodChecks { Talkative(isDebugging: isDebugging) }
        let violation = await #expect(throws: ConformanceViolation.self) {
            try await checks.concealsCredentials()
        }
        let name = isDebugging ? "String(reflecting:)" : "String(describing:)"
        #expect(violation?.found == "\(name) of the method shows what it puts into the header field “x-key”")
    }

    @Test("the violation tells what the method threw, and shows only its type")
    func underlying() async throws {
        struct Leaky: Error, CustomStringConvertible { let description = "s3cr3t" }
        let checks = checks { $0.onAuthenticate = { _, _ in throw Leaky() } }
        let violation = try #require(
            await #expect(throws: ConformanceViolation.self) { try await checks.attaches() }
        )
        #expect(violation.underlying is Leaky)
        var text = "\(violation) \(violation.localizedDescription) \(String(reflecting: violation))"
        dump(violation, to: &text)
        #expect(text.contains("Leaky") && !text.contains("s3cr3t"))
    }

    @Test("cancelling a check ends it, and is no violation")
    func cancellation() async {
        let checks = AuthenticationMethodChecks(alarm: { try await SharedResult<Void>().value() }) { [account] in
            var method = StubAuth(account: account)
            method.onAuthenticate = { account, request in
                try await account.waitForEver()
                return request
            }
            return method
        }
        let check = Task { try await checks.attaches() }
        try? await account.hang.value()
        check.cancel()
        await #expect(throws: CancellationError.self) { try await check.value }
    }

    @Test("what the closures throw comes through")
    func closures() async {
        struct Offline: Error {}
        let checks = AuthenticationMethodChecks<StubAuth> { throw Offline() }
        await #expect(throws: Offline.self) { try await checks.all() }
        await #expect(throws: Offline.self) { try await self.checks().failuresSurface { _ in throw Offline() } }
        await #expect(throws: Offline.self) { try await self.checks().renewal { throw Offline() } }
    }

    @Test("a step that takes too long is a violation")
    func timeLimit() async {
        let checks = AuthenticationMethodChecks(timeLimit: .milliseconds(1)) {
            CustomAuth { _ in try await SharedResult<Void>().value() }
        }
        let violation = await #expect(throws: ConformanceViolation.self) { try await checks.attaches() }
        #expect(violation?.found == "authenticate(request:) did not come back within the time limit")
    }
}
