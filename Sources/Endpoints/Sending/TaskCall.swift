/// A call in the form of a single platform task, which follows redirects within that task.
struct TaskCall<T: Endpoint>: Sendable {
    let endpoint: T
    let environment: T.Server.Environments

    /// Makes the task; its answer is read on a global queue, because the delegate's is serial.
    func task(
        on session: URLSession,
        completion: @escaping @Sendable (Result<T.Response, T.TaskError>) -> Void
    ) throws(T.TaskError) -> URLSessionDataTask {
        if let interceptor = CallInterception.current, interceptor.concerns(T.self) {
            return try standIn(on: session, by: interceptor, completion: completion)
        }
        let (request, carrier) = try prepare(on: session)
        let options = T.resolvedOptions(nil)
        let journal = CallJournal(of: T.self, request.urlRequest, options: options)
        journal.built(by: .network, over: session)
        journal.beginAttempt()
        journal.authenticated(request)
        let way = RedirectWay(request, policy: options.redirectPolicy ?? .follow, cookies: carrier.cookies)
        let finish: @Sendable (Exchange.Outcome) -> Void = { outcome in
            completion(Self.result(of: outcome, at: way.request, journal: journal))
        }
        guard let carrier = carrier as? any TaskCarrier, carrier.handsOutTasks else {
            return StandInTask(way.request) {
                finish(await way.outcome(on: carrier, maxResponseSize: options.maxResponseSize, journal: journal))
            }
        }
        let exchange = Exchange(maxResponseSize: options.maxResponseSize, redirectHandler: way.follow)
        _ = exchange.expect { outcome in DispatchQueue.global().async { finish(outcome) } }
        do throws(TransportFailure) {
            let task = try carrier.makeTask(for: way.request, reportingTo: exchange)
            _ = exchange.attach(task)
            journal.sent(request.urlRequest)
            return task
        } catch {
            journal.failed(T.TaskError(error))
            throw T.TaskError(error)
        }
    }

    /// A task that lets the interceptor answer, by the way that every other call goes.
    private func standIn(
        on session: URLSession,
        by interceptor: any CallInterceptor,
        completion: @escaping @Sendable (Result<T.Response, T.TaskError>) -> Void
    ) throws(T.TaskError) -> URLSessionDataTask {
        let request = try endpoint.request(in: environment, options: T.resolvedOptions(nil)).urlRequest
        return StandInTask(request) { [self] in
            completion(
                await CallInterception.$current.withValue(interceptor) {
                    await session.result(with: endpoint, environment: environment)
                }
            )
        }
    }

    private func prepare(
        on session: URLSession
    ) throws(T.TaskError) -> (request: AuthenticatedRequest, carrier: any RequestCarrier) {
        let options = T.resolvedOptions(nil)
        let built = try endpoint.request(in: environment, options: options)
        let carrier: any RequestCarrier
        do throws(TransportFailure) {
            try RealNetwork.check(for: T.self)
            carrier = try session.requestCarrier()
            try carrier.checkValidity()
        } catch {
            throw CallJournal.unsent(T.TaskError(error), of: T.self, options: options)
        }
        var request = AuthenticatedRequest(unauthenticated: built.urlRequest)
            .outfitted(with: carrier.additionalHeaders)
        if let url = request.insecureDestination(by: carrier.proxies), options.allowsInsecureCredentials != true {
            throw CallJournal.unsent(
                .authenticationError(.insecureTransport(url)), of: T.self, options: options)
        }
        if let limit = [options.timeout, options.deadline].compactMap({ $0 }).min() {
            request.urlRequest.timeoutInterval = PlatformTimeout.clamped(limit.timeInterval)
        }
        return (request, carrier)
    }

    private static func result(
        of outcome: Exchange.Outcome,
        at request: URLRequest,
        journal: CallJournal
    ) -> Result<T.Response, T.TaskError> {
        let result = Self.response(of: outcome, at: request, journal: journal)
        switch result {
        case .success: journal.note(.succeeded)
        case .failure(let error): journal.failed(error)
        }
        return result
    }

    private static func response(
        of outcome: Exchange.Outcome, at request: URLRequest, journal: CallJournal
    ) -> Result<T.Response, T.TaskError> {
        do throws(TransportFailure) {
            let reply = try outcome.get()
            let arrival = Passage.Arrival(reply: reply, request: request, isForeign: false)
            journal.received(arrival)
            return Result { () throws(T.TaskError) in try T.conclude(arrival, journal: journal).value }
        } catch {
            return .failure(error.taskError(of: T.self, journal: journal))
        }
    }
}
