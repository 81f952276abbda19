#if canImport(CEndpointsCurl)
import CEndpointsCurl

/// A request and its answer, between the loop and the one who waits: first the head, then the body piece by piece.
///
/// What nobody has taken yet is bounded: the loop holds the transfer up when there is too much of it.
final class CurlTransfer: Sendable {
    /// What the one who waits gets next.
    enum Event: Sendable {
        case head(ReplyHead)
        case piece(Data)
        case end
        case failure(TransportFailure)
    }

    private struct State: Sendable {
        var head: ReplyHead?
        var bytes = Data()
        var isPaused = false
        var isOver = false
        var failure: TransportFailure?
        var metrics = RequestMetrics.Values()
        var waiter: CheckedContinuation<Void, Never>?

        var hasNews: Bool { head != nil || !bytes.isEmpty || isOver }
    }

    /// The number of bytes above which no more are taken from the connection.
    private static let capacity = 1 << 17

    let request: CurlRequest
    let session: CurlSession
    private let thread: CurlThread
    private let state = Locked(State())
    /// In microseconds.
    private let beginning = ec_microseconds()

    init(_ request: CurlRequest, of session: CurlSession, on thread: CurlThread) {
        self.request = request
        self.session = session
        self.thread = thread
    }

    // MARK: The one who waits

    /// Sends the request.
    func start() {
        guard !thread.post(.start(self)) else { return }
        finish(with: TransportFailure(code: CurlThread.isForked ? .forkedProcess : .cancelled))
    }

    /// What comes next; after the end or a failure there is nothing more.
    func next() async -> Event {
        while true {
            if let event = take() { return event }
            await withCheckedContinuation { waiter in
                let isLate = state.withLock { state in
                    if !state.hasNews { state.waiter = waiter }
                    return state.hasNews
                }
                if isLate { waiter.resume() }
            }
        }
    }

    /// Ends the wait at once, and the transfer soon after.
    func cancel() {
        guard finish(with: TransportFailure(code: .cancelled)) else { return }
        wake()
        thread.post(.stop(self))
    }

    /// How far the transfer has come.
    var metrics: RequestMetrics { RequestMetrics(state.withLock(\.metrics)) }

    private func take() -> Event? {
        let (event, mustResume) = state.withLock { state -> (Event?, Bool) in
            if let failure = state.failure { return (.failure(failure), false) }
            if let head = state.head {
                state.head = nil
                return (.head(head), false)
            }
            guard !state.bytes.isEmpty else { return (state.isOver ? .end : nil, false) }
            defer {
                state.bytes = Data()
                state.isPaused = false
            }
            return (.piece(state.bytes), state.isPaused)
        }
        if mustResume { thread.post(.resume(self)) }
        return event
    }

    // MARK: The loop

    /// Whether there is nothing more to do for it.
    var isOver: Bool { state.withLock(\.isOver) }

    /// Notes what is known of the transfer so far, at a time from its beginning.
    func note(_ change: (inout RequestMetrics.Values, _ time: Duration) -> Void) {
        let time = time
        state.withLock { if !$0.isOver { change(&$0.metrics, time) } }
    }

    private var time: Duration { .microseconds(ec_microseconds() - beginning) }

    /// Notes the head of the answer.
    func didReceive(_ head: ReplyHead) {
        state.withLock { if !$0.isOver { $0.head = head } }
    }

    /// Keeps bytes of the body; false when there is no room, and the transfer has to wait.
    func didReceive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            // Those of a transfer that is over go nowhere.
            guard !state.isOver else { return true }
            state.isPaused = !state.bytes.isEmpty && state.bytes.count + bytes.count > Self.capacity
            if !state.isPaused { state.bytes.append(contentsOf: bytes) }
            return !state.isPaused
        }
    }

    /// Notes the end; what has been received can still be taken, unless there is a failure.
    ///
    /// - Returns: false when it was over before.
    @discardableResult
    func finish(with failure: TransportFailure?) -> Bool {
        let time = time
        return state.withLock { state in
            guard !state.isOver else { return false }
            state.isOver = true
            state.metrics.total = time
            state.failure = failure
            return true
        }
    }

    /// Lets the one who waits look for news.
    func wake() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }

    /// Lets the loop go on with a request whose body has more to give.
    func bodyHasMore() { thread.post(.resume(self)) }
}
#endif
