/// Lets no more requests to a host through than it may have connections, so that none waits inside the platform, where
/// its time limit would run meanwhile.
///
/// It is for plain `http`, where each request under way has a connection for itself.
package final class ConnectionGate: Sendable {
    /// What a request has that has passed, or is in the line.
    struct Place: Sendable {
        fileprivate let host: String
        fileprivate let ticket: Int
        fileprivate let turn: SharedResult<Void>?
    }

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
    /// - Returns: the place that has to be left when the request has been answered; nil when requests to the URL aren't
    ///   counted.
    /// - Throws: a failure with the code `cancelled` as soon as the task is cancelled.
    func pass(to url: URL?) async throws(TransportFailure) -> Place? {
        guard let place = enter(for: url) else { return nil }
        guard let turn = place.turn else { return place }
        do {
            try await turn.value()
        } catch {
            giveUp(place)
            throw TransportFailure(code: .cancelled)
        }
        return place
    }

    /// A place among the connections, or in the line for one, which ends with the turn.
    @inline(never)
    private func enter(for url: URL?) -> Place? {
        guard let url, url.scheme == "http", let name = url.host else { return nil }
        let host = "\(name):\(url.port ?? 80)"
        return hosts.withLock { hosts in
            if hosts[host, default: Host()].passed < limit {
                hosts[host, default: Host()].passed += 1
                return Place(host: host, ticket: 0, turn: nil)
            }
            let (ticket, turn) = hosts[host, default: Host()].enter()
            return Place(host: host, ticket: ticket, turn: turn)
        }
    }

    private func giveUp(_ place: Place) {
        let wasWaiting = hosts.withLock { $0[place.host]?.waiting.removeValue(forKey: place.ticket) != nil }
        // Whose turn has come just before its cancellation passes it on.
        if !wasWaiting { leave(place) }
    }

    /// Gives the place to the first who still waits.
    @inline(never)
    func leave(_ place: Place) {
        let next = hosts.withLock { hosts -> SharedResult<Void>? in
            if let next = hosts[place.host]?.next() { return next }
            hosts[place.host]?.passed -= 1
            if hosts[place.host]?.passed == 0 { hosts[place.host] = nil }
            return nil
        }
        next?.settle(.success(()))
    }
}
