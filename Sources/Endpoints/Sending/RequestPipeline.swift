/// The journey of a request: built once, then per attempt authenticated and sent, until there is something to decode.
///
/// Every public way to send is a line that calls it.
struct RequestPipeline<T: Endpoint>: Sendable {
    let session: URLSession
    let endpoint: T
    let environment: T.Server.Environments
    let auth: (any AuthenticationMethod)?
    let options: RequestOptions?

    func run() async throws(T.TaskError) -> EndpointResponse<T.Response> {
        let (built, journal) = try begin()
        guard let interceptor = CallInterception.current else { return try await run(built, by: nil, journal) }
        let interception = try await interceptor.intercept(
            InterceptedCall(endpoint, built.urlRequest, journal: journal))
        if case .answer(let answer) = interception { return answer }
        return try await run(built, by: interception, journal)
    }

    private func run(
        _ built: BuiltRequest, by interception: Interception<T>?, _ journal: CallJournal
    ) async throws(T.TaskError) -> EndpointResponse<T.Response> {
        journal.note(.built)
        do throws(T.TaskError) {
            let response = try await timed(built, on: passage(by: interception, journal: journal))
            journal.note(.succeeded)
            return response
        } catch {
            journal.failed(error)
            throw error
        }
    }

    /// Makes attempts for as long as the call may take.
    private func timed(
        _ built: BuiltRequest, on passage: Passage
    ) async throws(T.TaskError) -> EndpointResponse<T.Response> {
        guard let deadline = passage.journal.options.deadline else { return try await attempts(built, on: passage) }
        return try await TimeLimit.run(
            deadline, on: passage.clock, expiry: { passage.journal.deadlineExceeded(of: T.self) }
        ) { () async throws(T.TaskError) in try await attempts(built, on: passage) }
    }

    /// Makes attempts until one succeeds, or the policy gives up.
    private func attempts(
        _ built: BuiltRequest, on passage: Passage
    ) async throws(T.TaskError) -> EndpointResponse<T.Response> {
        var retries = RetryBudget(for: passage.journal, on: passage.clock)
        var renewals = RenewalBudget(method(for: built))
        while true {
            do throws(T.TaskError) {
                return try await attempt(built, counting: &retries, &renewals, on: passage)
            } catch {
                await passage.pause(for: try retries.delay(after: error))
                guard !Task.isCancelled else { throw .cancelled }
            }
        }
    }

    /// Sends the request with its credentials, and once more with new ones where the server wants those.
    private func attempt(
        _ built: BuiltRequest, counting retries: inout RetryBudget, _ renewals: inout RenewalBudget, on passage: Passage
    ) async throws(T.TaskError) -> EndpointResponse<T.Response> {
        while true {
            let request = try await authenticate(built, by: renewals.method, on: passage)
            // What had credentials is never sent again without them.
            guard renewals.admits(request) else { throw .authenticationError(.notAuthenticated) }
            retries.note(request.urlRequest)
            let arrival = try await send(request, on: passage)
            if let response = try conclude(arrival, of: request, counting: &renewals, on: passage) { return response }
            try await reauthenticate(after: arrival, by: renewals.method, on: passage)
        }
    }
}
