/// One request and its answer, between a session's callbacks and whoever waits.
///
/// It delivers exactly once: the answer, the failure, or the cancellation, whichever comes first. A cancellation is
/// delivered at once and the platform's task is cancelled from another queue, because `URLSessionTask.cancel()` can
/// deadlock or crash when it meets the end of the transfer.
final class Exchange: Sendable {
    typealias Outcome = Result<TransportReply, TransportFailure>

    /// Says where a redirect leads; the default refuses it, which makes it the answer.
    typealias RedirectHandler = @Sendable (HTTPURLResponse) -> Result<URLRequest?, TransportFailure>

    struct State: Sendable {
        var deliver: (@Sendable (Outcome) -> Void)?
        var task: URLSessionTask?
        var response: URLResponse?
        var data = Data()
        var isChallenged = false
        var refusal: TransportFailure?
        /// What the platform measured, which it tells before the end.
        var metrics: RequestMetrics?
        var isOverload = false
        /// Whether a redirect is being answered just now.
        var isAnswering = false
        /// Whether the task is being cancelled, or is to be when the redirect has been answered.
        var isCancelling = false
        var isDelivered = false
        var isFinished = false
    }

    let state = Locked(State())
    let maxResponseSize: Int?
    let redirectHandler: RedirectHandler

    init(maxResponseSize: Int? = nil, redirectHandler: @escaping RedirectHandler = { _ in .success(nil) }) {
        self.maxResponseSize = maxResponseSize
        self.redirectHandler = redirectHandler
    }

    /// Starts the task that `makeTask` returns, unless the exchange has been cancelled before.
    private func start(
        makeTask: @escaping @Sendable () throws(TransportFailure) -> URLSessionTask,
        deliver: @escaping @Sendable (Outcome) -> Void
    ) {
        guard expect(deliver) else { return deliver(.failure(TransportFailure(code: .cancelled))) }
        // Who waits can be cancelled meanwhile.
        guard !PlatformLoad.isHigh else { return DispatchQueue.global().async { self.start(makeTask) } }
        start(makeTask)
    }

    private func start(_ makeTask: () throws(TransportFailure) -> URLSessionTask) {
        guard !state.withLock(\.isDelivered) else { return }
        do throws(TransportFailure) {
            let task = try makeTask()
            let isCancelled = attach(task)
            task.resume()
            if isCancelled { abandon(task) }
        } catch {
            finish(with: .failure(error))
        }
    }

    /// Starts the task that `makeTask` returns, and waits for its outcome; a cancelled caller leaves at once.
    func outcome(
        makeTask: @escaping @Sendable () throws(TransportFailure) -> URLSessionTask
    ) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                start(makeTask: makeTask, deliver: { continuation.resume(returning: $0) })
            }
        } onCancel: {
            cancel()
        }
    }

    /// Names who waits; false when the exchange is over already.
    func expect(_ deliver: @escaping @Sendable (Outcome) -> Void) -> Bool {
        state.withLock { state in
            guard !state.isDelivered else { return false }
            state.deliver = deliver
            return true
        }
    }

    /// Ends the wait at once, and the transfer soon after.
    func cancel() {
        abort(with: TransportFailure(code: .cancelled))
    }

    func abort(with failure: TransportFailure) {
        let task = state.withLock { $0.isFinished ? nil : $0.task }
        finish(with: .failure(failure))
        if let task { abandon(task) }
    }

    /// Names the task, which ends with the exchange; true when the exchange is over already.
    func attach(_ task: URLSessionTask) -> Bool {
        state.withLock { state in
            state.task = task
            return state.isDelivered
        }
    }

    private func abandon(_ task: URLSessionTask) {
        DispatchQueue.global().async { [self] in
            if prepareForCancellation() { task.cancel() }
        }
    }

    /// Notes that the task is about to be cancelled; false when that has to wait, or has no point.
    ///
    /// FoundationNetworking ends the process when a cancellation gets in between a redirect and its answer.
    func prepareForCancellation() -> Bool {
        state.withLock { state in
            state.isCancelling = true
            return !state.isFinished && !state.isAnswering
        }
    }

    /// Answers a redirect by a function, unless the task is being cancelled.
    func answer(_ redirect: () -> Void) {
        let isWanted = state.withLock { state in
            state.isAnswering = !state.isCancelling
            return state.isAnswering
        }
        guard isWanted else { return }
        redirect()
        let task = state.withLock { state in
            state.isAnswering = false
            return state.isCancelling ? state.task : nil
        }
        if let task { abandon(task) }
    }

    func finish(with outcome: Outcome) {
        let deliver = state.withLock { state -> (@Sendable (Outcome) -> Void)? in
            guard !state.isDelivered else { return nil }
            state.isDelivered = true
            state.data = Data()
            defer { state.deliver = nil }
            return state.deliver
        }
        deliver?(outcome)
    }
}
