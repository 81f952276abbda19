/// What the server has seen; the loop writes it, the tests read it.
final class Ledger: Sendable {
    private let isRecording: Bool
    private let entries = Locked<[Request]>([])
    private let failures = Locked<[RequestFailure]>([])

    /// Counts the requests.
    let received = Tally()
    /// Counts the connections that were accepted.
    let accepted = Tally()
    /// Counts the connections that are closed again.
    let closed = Tally()

    /// Creates an empty ledger that keeps the requests or only counts them.
    init(isRecording: Bool) {
        self.isRecording = isRecording
    }

    /// The requests in the order of their arrival.
    var requests: [Request] {
        entries.withLock { $0 }
    }

    /// Why bytes were refused, in the order of their arrival.
    var rejections: [RequestFailure] {
        failures.withLock { $0 }
    }

    /// Enters a request.
    func add(_ request: Request) {
        if isRecording {
            entries.withLock { $0.append(request) }
        }
        received.add()
    }

    /// Enters a refusal.
    func add(_ failure: RequestFailure) {
        failures.withLock { $0.append(failure) }
    }

    /// Frees whoever waits for something that cannot come any more.
    func finish() {
        received.finish()
        accepted.finish()
        closed.finish()
    }
}
