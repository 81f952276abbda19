/// A data task that belongs to no session: what runs when it is resumed is a function.
///
/// It lets `endpointTask` return something to resume and cancel where no session carries the call, and on Linux, where
/// cancelling the platform's own task can end the process. Apple's SDK calls the
/// initialiser of tasks deprecated and has nothing in its place.
final class StandInTask: URLSessionDataTask, @unchecked Sendable {  // Safe because its state is behind a lock.
    private enum Phase: Sendable {
        case suspended
        case running(Task<Void, Never>)
        case over
    }

    private let phase = Locked(Phase.suspended)
    private let request: URLRequest
    private let operation: @Sendable () async -> Void

    /// Creates a task that is not running yet.
    ///
    /// The operation runs once; when the task is cancelled, before or after it was resumed, the operation's is.
    init(_ request: URLRequest, operation: @escaping @Sendable () async -> Void) {
        self.request = request
        self.operation = operation
        super.init()
    }

    override var originalRequest: URLRequest? { request }
    override var currentRequest: URLRequest? { request }
    override var state: URLSessionTask.State {
        phase.withLock { phase in
            switch phase {
            case .suspended: .suspended
            case .running(let task): task.isCancelled ? .canceling : .running
            case .over: .completed
            }
        }
    }

    override func resume() { run(isCancelled: false) }
    override func cancel() { run(isCancelled: true) }

    /// A call that runs is not held up; nothing would tell its server.
    override func suspend() {}

    private func run(isCancelled: Bool) {
        phase.withLock { phase in
            if case .suspended = phase {
                phase = .running(
                    Task { [operation, phase = self.phase] in
                        // Its own first step, since the operation would get away before a cancellation from here.
                        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
                        await operation()
                        phase.withLock { $0 = .over }
                    }
                )
            }
            if isCancelled, case .running(let task) = phase { task.cancel() }
        }
    }
}
