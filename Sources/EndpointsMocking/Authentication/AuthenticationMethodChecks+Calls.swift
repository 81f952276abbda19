extension AuthenticationMethodChecks {
    /// Checks that of a hundred calls at the same time each gets its own request back, with credentials.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled.
    public func concurrency() async throws {
        let method = try await makeMethod()
        try await step(.concurrency, "one of the calls of authenticate(request:) at the same time") {
            let start = SharedResult<Void>()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<100 {
                    group.addTask {
                        let request = RequestSample.numbered(number)
                        try await start.value()
                        let authenticated = try await method.authenticate(request: request)
                        guard !AttachedCredentials(from: request, to: authenticated).isEmpty else {
                            let found = "one of the calls of authenticate(request:) at the same time added nothing"
                            throw ConformanceViolation(.concurrency, found: found)
                        }
                        try expectNoDifference(from: request, to: authenticated, .concurrency)
                    }
                }
                start.settle(.success(()))
                try await group.waitForAll()
            }
        }
    }

    /// Checks that a call whose task is cancelled comes back, and that other calls go on.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled.
    public func cancellation() async throws {
        for isEarly in [true, false] {
            let method = try await makeMethod()
            let cancelled = Task {
                if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
                _ = try? await method.authenticate(request: RequestSample.full)
            }
            let other = Task { try await method.authenticate(request: RequestSample.plain) }
            defer { other.cancel() }
            // Time for both to begin; when they haven't, the cancellation only comes earlier.
            for _ in 0..<64 where !isEarly { await Task.yield() }
            cancelled.cancel()
            let moment = isEarly ? "before it began" : "while it ran"
            try await step(.cancellation, "authenticate(request:) of a task that was cancelled \(moment)") {
                await cancelled.value
            }
            let action = "authenticate(request:) at the same time as one that was cancelled \(moment)"
            let authenticated = try await step(.cancellation, action) { try await other.value }
            guard !AttachedCredentials(from: RequestSample.plain, to: authenticated).isEmpty else {
                throw ConformanceViolation(.cancellation, found: "\(action) added nothing")
            }
            _ = try await authenticate(
                RequestSample.full, by: method, .cancellation,
                "authenticate(request:) after one that was cancelled \(moment)"
            )
        }
    }

    /// Checks that neither a success nor what befalls others' credentials asks for new ones.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled.
    public func ignoresSuccess() async throws {
        let method = try await makeMethod()
        let authenticated = try await authenticate(RequestSample.full, by: method, .attachment)
        try await expect(false, from: method, Answer(status: 200), to: authenticated.request, .ignoringSuccess)
        for status in [401, 403] {
            try await expectNoInterest(in: authenticated, by: method, Answer(status: status))
        }
    }

    /// Checks that a method that can't get credentials throws, instead of sending the request as nobody's.
    ///
    /// ```swift
    /// try await checks.failuresSurface { _ in keyServer.stop() }
    /// ```
    ///
    /// - Parameter breaking: takes the credentials away from a method that has not been used yet.
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled; what `breaking` throws.
    public func failuresSurface(breaking: @Sendable (Method) async throws -> Void) async throws {
        let method = try await makeMethod()
        try await breaking(method)
        let outcome = try await step(.authenticationFailures, "authenticate(request:)") { () -> String? in
            guard let request = try? await method.authenticate(request: RequestSample.full) else { return nil }
            let isBare = AttachedCredentials(from: RequestSample.full, to: request).isEmpty
            return isBare ? "without credentials" : "with credentials, as if nothing were broken"
        }
        guard let outcome else { return }
        let found = "authenticate(request:) of the broken method returned the request \(outcome)"
        throw ConformanceViolation(.authenticationFailures, found: found)
    }
}

extension AuthenticationMethodChecks {
    /// What a server answers.
    struct Answer: Sendable {
        let status: Int
        var body = Data()
    }

    /// Expects what the method says about an answer.
    func expect(
        _ expected: Bool,
        from method: Method,
        _ answer: Answer,
        to request: URLRequest,
        _ rule: ConformanceViolation.Rule,
        _ what: String = "a request with its credentials"
    ) async throws {
        let challenge = answer.status == 401 ? ["WWW-Authenticate": #"Bearer error="invalid_token""#] : [:]
        guard
            let response = HTTPURLResponse(
                url: request.url ?? RequestSample.address,
                statusCode: answer.status,
                httpVersion: "HTTP/1.1",
                headerFields: challenge
            )
        else { throw URLError(.badServerResponse) }
        let verdict = try await step(rule, "shouldReauthenticate(after:body:to:)") {
            method.shouldReauthenticate(after: response, body: answer.body, to: request)
        }
        guard verdict != expected else { return }
        let found = "shouldReauthenticate(after:body:to:) is \(verdict) for a \(answer.status) to \(what)"
        throw ConformanceViolation(rule, found: found)
    }

    /// Expects that an answer to requests without the method's credentials doesn't concern it.
    func expectNoInterest(in authenticated: Authenticated, by method: Method, _ answer: Answer) async throws {
        let forged = authenticated.credentials.forged(in: authenticated.request)
        for (request, what) in [(forged, "others'"), (RequestSample.full, "no")] {
            try await expect(
                false, from: method, answer, to: request, .foreignCredentials, "a request with \(what) credentials")
        }
    }
}
