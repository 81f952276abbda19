/// Lets no more requests to a host through than it may have connections, so that none waits inside the platform, where
/// its time limit would run meanwhile.
///
/// It is for plain `http`, where each request under way has a connection for itself.
package final class ConnectionGate: Sendable {
    /// What a request has that has passed.
    struct Place: Sendable {
        fileprivate let host: String
    }

    /// Resumed with whether its turn has come; if not, it has been cancelled.
    private typealias Waiter = CheckedContinuation<Bool, Never>

    private struct State: Sendable {
        var hosts: [String: ConnectionLine<Waiter>] = [:]
        /// No two have the same ticket, as a line may end between its being drawn and its use.
        var nextTicket = 0
    }

    private let limit: Int
    private let state = Locked(State())

    /// Creates a gate; nil when there is no limit.
    init?(connectionsPerHost limit: Int) {
        guard limit > 0 else { return nil }
        self.limit = limit
    }

    /// The number of requests that wait for their turn.
    var waitingCount: Int { state.withLock { $0.hosts.values.reduce(0) { $0 + $1.waitingCount } } }

    /// Waits until a request to the URL may be sent.
    ///
    /// - Returns: the place that has to be left when the request has been answered; nil when requests to the URL aren't
    ///   counted.
    /// - Throws: a failure with the code `cancelled` as soon as the task is cancelled.
    func pass(to url: URL?) async throws(TransportFailure) -> Place? {
        guard let place = place(for: url) else { return nil }
        guard let ticket = enter(place) else { return place }
        guard await isTurn(of: ticket, for: place) else { throw TransportFailure(code: .cancelled) }
        return place
    }

    /// Gives the place to the first who waits.
    @inline(never)
    func leave(_ place: Place) {
        let next = state.withLock { state -> Waiter? in
            guard let next = state.hosts[place.host]?.next() else {
                if state.hosts[place.host]?.isIdle == true { state.hosts[place.host] = nil }
                return nil
            }
            return next
        }
        next?.resume(returning: true)
    }

    @inline(never)
    private func place(for url: URL?) -> Place? {
        guard let url, url.scheme == "http", let name = url.host else { return nil }
        return Place(host: "\(name):\(url.port ?? 80)")
    }

    /// Passes at once, or returns a ticket to wait with.
    @inline(never)
    private func enter(_ place: Place) -> Int? {
        state.withLock { state in
            guard !state.hosts[place.host, default: ConnectionLine()].pass(within: limit) else { return nil }
            defer { state.nextTicket += 1 }
            return state.nextTicket
        }
    }

    /// Waits for a turn; false when the task is cancelled before.
    private func isTurn(of ticket: Int, for place: Place) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { join($0, as: ticket, for: place) }
        } onCancel: {
            dismiss(ticket, for: place)
        }
    }

    private func join(_ waiter: Waiter, as ticket: Int, for place: Place) {
        let answer = state.withLock { state -> Bool? in
            // A cancellation that came first found nobody to dismiss, so it is looked for here, under the lock.
            guard !Task.isCancelled else { return false }
            // A place that was given up meanwhile found nobody to give it to.
            if state.hosts[place.host, default: ConnectionLine()].pass(within: limit) { return true }
            state.hosts[place.host]?.join(waiter, as: ticket)
            return nil
        }
        if let answer { waiter.resume(returning: answer) }
    }

    private func dismiss(_ ticket: Int, for place: Place) {
        let waiter = state.withLock { $0.hosts[place.host]?.dismiss(ticket) }
        waiter?.resume(returning: false)
    }
}
