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
        let options = T.resolvedOptions(options)
        guard !Task.isCancelled else { throw CallJournal.unsent(.cancelled, of: T.self, options: options) }
        let built = try endpoint.request(in: environment, options: options)
        let interception = try await CallInterception.current?.intercept(InterceptedCall(endpoint, built.urlRequest))
        if case .answer(let answer)? = interception { return answer }
        let journal = CallJournal(of: T.self, built.urlRequest, options: options)
        do throws(T.TaskError) {
            let transport = try transport(by: interception, options: options)
            let passage = Passage(on: transport, options: options, journal: journal)
            let response = try await TimeLimit.run(
                options.deadline, on: passage.clock, expiry: { journal.deadlineExceeded(of: T.self) }
            ) { () async throws(T.TaskError) in try await attempts(built, on: passage) }
            journal.note(.succeeded)
            return response
        } catch {
            journal.failed(error)
            throw error
        }
    }

    /// Makes attempts until one succeeds, or the policy gives up.
    private func attempts(
        _ built: BuiltRequest, on passage: Passage
    ) async throws(T.TaskError) -> EndpointResponse<T.Response> {
        var retries = RetryBudget(options: passage.options, on: passage.clock)
        var renewals = RenewalBudget(method(for: built))
        while true {
            do throws(T.TaskError) {
                return try await attempt(built, counting: &retries, &renewals, on: passage)
            } catch {
                guard retries.isLeft else { throw error }
                // A cancelled call has no use for the policy, and what it failed of before is no news.
                guard !Task.isCancelled else { throw .cancelled }
                guard let delay = retries.delay(after: error) else { throw error }
                passage.journal.retry(after: delay, because: error)
                await passage.pause(for: delay)
                guard !Task.isCancelled else { throw .cancelled }
            }
        }
    }

    /// Sends the request with its credentials, and once more with new ones where the server wants those.
    private func attempt(
        _ built: BuiltRequest, counting retries: inout RetryBudget, _ renewals: inout RenewalBudget, on passage: Passage
    ) async throws(T.TaskError) -> EndpointResponse<T.Response> {
        let journal = passage.journal
        while true {
            journal.beginAttempt()
            let request = try await authenticate(built, by: renewals.method, on: passage)
            // What had credentials is never sent again without them.
            guard renewals.admits(request) else { throw .authenticationError(.notAuthenticated) }
            retries.note(request.urlRequest)
            let arrival = try await send(request, on: passage)
            guard request.urlRequest.isReplayable, renewals.take(for: arrival, of: request) else {
                return try T.conclude(arrival, journal: journal)
            }
            journal.reauthenticate(after: arrival)
            try await authenticating(for: journal) { [method = renewals.method] in
                try await method.reauthenticate(after: arrival.request)
            }
        }
    }
}
