/// Lets no more requests to a host through than it may have connections, so that none waits inside the platform, where
/// its time limit would run meanwhile.
///
/// It is for plain `http`, where each request under way has a connection for itself.
final class ConnectionGate: Sendable {
    private struct Host: Sendable {
        var passed = 0
        var waiting: ArraySlice<SharedResult<Void>> = []
    }

    private let limit: Int
    private let hosts = Locked<[String: Host]>([:])

    /// Creates a gate; nil when there is no limit.
    init?(connectionsPerHost limit: Int) {
        guard limit > 0 else { return nil }
        self.limit = limit
    }

    /// Waits until a request to the URL may be sent.
    ///
    /// - Returns: what has to be called when it has been answered; nil when requests to the URL aren't counted.
    /// - Throws: a failure with the code `cancelled` as soon as the task is cancelled.
    func pass(to url: URL?) async throws(TransportFailure) -> (@Sendable () -> Void)? {
        guard let url, url.scheme == "http", let name = url.host else { return nil }
        let host = "\(name):\(url.port ?? 80)"
        let turn = hosts.withLock { hosts -> SharedResult<Void>? in
            guard hosts[host, default: Host()].passed >= limit else {
                hosts[host, default: Host()].passed += 1
                return nil
            }
            let turn = SharedResult<Void>()
            hosts[host]?.waiting.append(turn)
            return turn
        }
        if let turn { try await wait(for: turn, at: host) }
        return { [self] in leave(host) }
    }

    private func wait(for turn: SharedResult<Void>, at host: String) async throws(TransportFailure) {
        do {
            try await turn.value()
        } catch {
            // Whose turn has come just before its cancellation passes it on.
            if !turn.settle(.failure(CancellationError())) { leave(host) }
            throw TransportFailure(code: .cancelled)
        }
    }

    /// Gives the place to the first who still waits.
    private func leave(_ host: String) {
        while true {
            let next = hosts.withLock { hosts -> SharedResult<Void>? in
                if let next = hosts[host]?.waiting.popFirst() { return next }
                hosts[host]?.passed -= 1
                if hosts[host]?.passed == 0 { hosts[host] = nil }
                return nil
            }
            guard let next, !next.settle(.success(())) else { return }
        }
    }

    /// The number of requests that wait for their turn.
    var waitingCount: Int { hosts.withLock { $0.values.reduce(0) { $0 + $1.waiting.count } } }
}
