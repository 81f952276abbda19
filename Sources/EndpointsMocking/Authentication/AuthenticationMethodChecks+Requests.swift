extension AuthenticationMethodChecks {
    /// Checks that a request gets a header field or a query item, and that nothing else of it changes.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled.
    public func attaches() async throws {
        let method = try await makeMethod()
        for request in RequestSample.all {
            let authenticated = try await authenticate(request, by: method, .attachment)
            try expectNoDifference(from: request, to: authenticated.request, .restraint)
        }
    }

    /// Checks that a request that has the method's header field or query item already is no error.
    ///
    /// A call sends the declared field even when the method has replaced it, so that is no violation.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled.
    public func keepsDeclaredFields() async throws {
        let method = try await makeMethod()
        let credentials = try await authenticate(RequestSample.plain, by: method, .attachment).credentials
        var declared = RequestSample.plain
        for name in credentials.fields.keys { declared.setValue("declared", forHTTPHeaderField: name) }
        if !credentials.itemNames.isEmpty {
            let query = credentials.itemNames.map { "\($0)=declared" }.joined(separator: "&")
            declared.url = URL(string: "\(RequestSample.address.absoluteString)?\(query)")
        }
        let request = declared
        _ = try await step(.declaredFields, "authenticate(request:) of a request that declares what the method adds") {
            try await method.authenticate(request: request)
        }
    }

    /// Checks that a request can be authenticated twice, and that one that is authenticated gets nothing twice.
    ///
    /// - Throws: ``ConformanceViolation``; `CancellationError` when the task is cancelled.
    public func isRepeatable() async throws {
        let method = try await makeMethod()
        for request in RequestSample.all {
            _ = try await authenticate(request, by: method, .attachment)
            let first = try await authenticate(request, by: method, .repeatability, "a second authenticate(request:)")
            try expectNoDifference(from: request, to: first.request, .repeatability)
            let again = try await step(.repeatability, "authenticate(request:) of an authenticated request") {
                try await method.authenticate(request: first.request)
            }
            if let duplicate = first.credentials.duplicate(in: again, of: first.request) {
                let found = "after authenticate(request:) of an authenticated request \(duplicate)"
                throw ConformanceViolation(.repeatability, found: found)
            }
            try expectNoDifference(from: request, to: again, .repeatability)
        }
    }

    /// Expects that what a request has is in the authenticated one.
    func expectNoDifference(
        from request: URLRequest,
        to authenticated: URLRequest,
        _ rule: ConformanceViolation.Rule
    ) throws {
        guard let difference = request.difference(to: authenticated) else { return }
        throw ConformanceViolation(rule, found: "after authenticate(request:) \(difference)")
    }
}
