/// Lets no more requests to a host through than it may have connections, so that none waits inside the platform, where
/// its time limit would run meanwhile.
///
/// It is for plain `http`, where each request under way has a connection for itself.
final class ConnectionGate: Sendable {
    private struct Host: Sendable {
        var passed = 0
        var waiting: [Int: SharedResult<Void>] = [:]
        /// The tickets of those who wait, without those who have left, lie between these.
        var tickets = 0..<0

        mutating func enter() -> (ticket: Int, turn: SharedResult<Void>) {
            let turn = SharedResult<Void>()
            let ticket = tickets.upperBound
            waiting[ticket] = turn
            tickets = tickets.lowerBound..<ticket + 1
            return (ticket, turn)
        }

        mutating func next() -> SharedResult<Void>? {
            while let first = tickets.first {
                tickets = first + 1..<tickets.upperBound
                if let turn = waiting.removeValue(forKey: first) { return turn }
            }
            return nil
        }
    }

    private let limit: Int
    private let hosts = Locked<[String: Host]>([:])

    /// Creates a gate; nil when there is no limit.
    init?(connectionsPerHost limit: Int) {
        guard limit > 0 else { return nil }
        self.limit = limit
    }

    /// The number of requests that wait for their turn.
    var waitingCount: Int { hosts.withLock { $0.values.reduce(0) { $0 + $1.waiting.count } } }

    /// Waits until a request to the URL may be sent.
    ///
    /// - Returns: what has to be called when it has been answered; nil when requests to the URL aren't counted.
    /// - Throws: a failure with the code `cancelled` as soon as the task is cancelled.
    func pass(to url: URL?) async throws(TransportFailure) -> (@Sendable () -> Void)? {
        guard let url, url.scheme == "http", let name = url.host else { return nil }
        let host = "\(name):\(url.port ?? 80)"
        let place = hosts.withLock { hosts -> (ticket: Int, turn: SharedResult<Void>)? in
            if hosts[host, default: Host()].passed < limit {
                hosts[host, default: Host()].passed += 1
                return nil
            }
            return hosts[host, default: Host()].enter()
        }
        if let place { try await wait(at: place.ticket, for: place.turn, of: host) }
        return { [self] in leave(host) }
    }

    private func wait(
        at ticket: Int, for turn: SharedResult<Void>, of host: String
    ) async throws(TransportFailure) {
        do {
            try await turn.value()
        } catch {
            let wasWaiting = hosts.withLock { $0[host]?.waiting.removeValue(forKey: ticket) != nil }
            // Whose turn has come just before its cancellation passes it on.
            if !wasWaiting { leave(host) }
            throw TransportFailure(code: .cancelled)
        }
    }

    /// Gives the place to the first who still waits.
    private func leave(_ host: String) {
        let next = hosts.withLock { hosts -> SharedResult<Void>? in
            if let next = hosts[host]?.next() { return next }
            hosts[host]?.passed -= 1
            if hosts[host]?.passed == 0 { hosts[host] = nil }
            return nil
        }
        next?.settle(.success(()))
    }
}
