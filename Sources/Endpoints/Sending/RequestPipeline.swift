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
        guard let interceptor = CallInterception.current else { return try await carry(built, journal, by: .network) }
        return try await intercepted(built, journal, by: interceptor)
    }

    private func intercepted(
        _ built: BuiltRequest, _ journal: CallJournal, by interceptor: any CallInterceptor
    ) async throws(T.TaskError) -> EndpointResponse<T.Response> {
        var interception = interceptor.intercept(InterceptedCall(endpoint, built.urlRequest, journal: journal))
        while true {
            switch consume interception {
            case .answer(let answer): return answer
            case .failure(let error): throw error
            case .pending(let decision): interception = await decision()
            case .network: return try await carry(built, journal, by: .network)
            case .transport(let transport): return try await carry(built, journal, by: .transport(transport))
            case .around(let wrap): return try await carry(built, journal, by: .around(wrap))
            }
        }
    }

    /// Makes attempts for as long as the call may take.
    private func carry(
        _ built: BuiltRequest, _ journal: CallJournal, by carriage: Carriage
    ) async throws(T.TaskError) -> EndpointResponse<T.Response> {
        journal.built(by: carriage, over: session)
        do throws(T.TaskError) {
            let passage = try passage(by: carriage, journal: journal)
            guard journal.options.deadline == nil else { return try await timed(built, on: passage) }
            return try await attempts(built, on: passage)
        } catch {
            await journal.endSignIns()
            journal.failed(error)
            throw error
        }
    }

    private func timed(
        _ built: BuiltRequest, on passage: Passage
    ) async throws(T.TaskError) -> EndpointResponse<T.Response> {
        let journal = passage.journal
        let response = try await TimeLimit.run(
            journal.options.deadline, on: passage.clock, expiry: { journal.deadlineExceeded(of: T.self) }
        ) { () async throws(T.TaskError) in try await attempts(built, on: passage) }
        journal.note(.succeeded)
        return response
    }

    /// Makes attempts until one succeeds, or the policy gives up; one whose credentials are no longer good is made again
    /// with new ones.
    private func attempts(
        _ built: BuiltRequest, on passage: Passage
    ) async throws(T.TaskError) -> EndpointResponse<T.Response> {
        var retries = RetryBudget(for: passage.journal, on: passage.clock)
        var renewals = RenewalBudget(method(for: built))
        while true {
            do throws(T.TaskError) {
                let request = try await authenticate(built, by: renewals.method, on: passage)
                // What had credentials is never sent again without them.
                guard renewals.admits(request) else { throw .authenticationError(.notAuthenticated) }
                retries.note(request.urlRequest)
                // Without an answer it has waited for a connection until its credentials were old.
                guard let arrival = try await send(request, on: passage) else { continue }
                if let response = try conclude(arrival, of: request, counting: &renewals, on: passage) {
                    return response
                }
                try await reauthenticate(after: arrival, by: renewals.method, on: passage)
            } catch {
                if renewals.asksAgain(after: error, hasSent: passage.journal.hasSent) { continue }
                await passage.pause(for: try retries.delay(after: error))
                guard !Task.isCancelled else { throw .cancelled }
            }
        }
    }
}
