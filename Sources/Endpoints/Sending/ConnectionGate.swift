/// Lets no more requests to a host through than can be sent at once, so that none waits behind it, where its time limit
/// would run meanwhile and its credentials grow old.
///
/// Each request under way has a connection for itself, unless the host speaks HTTP/2, where each has a stream.
package final class ConnectionGate: Sendable {
    /// What a request has that has passed.
    struct Place: Sendable {
        fileprivate let host: String
        /// Whether it had to be waited for.
        let hasWaited: Bool
    }

    /// The number of streams that servers usually take on one connection (RFC 9113 §6.5.2).
    private static let streams = 100

    /// Resumed with whether its turn has come; if not, it has been cancelled.
    private typealias Waiter = CheckedContinuation<Bool, Never>

    private struct State: Sendable {
        var hosts: [String: ConnectionLine<Waiter>] = [:]
        /// No two have the same ticket, as a line may end between its being drawn and its use.
        var nextTicket = 0
        var multiplexing: Set<String> = []
    }

    private let limit: Int
    private let countsSecure: Bool
    private let state = Locked(State())

    /// Creates a gate; nil when there is no limit.
    ///
    /// - Parameters:
    ///   - limit: the number of connections.
    ///   - countsSecure: whether requests to `https` are counted as well, since ``note(multiplexing:at:)`` will be called.
    init?(connectionsPerHost limit: Int, countsSecure: Bool = false) {
        guard limit > 0 else { return nil }
        self.limit = limit
        self.countsSecure = countsSecure
    }

    /// The number of requests that wait for their turn.
    var waitingCount: Int { state.withLock { $0.hosts.values.reduce(0) { $0 + $1.waitingCount } } }

    /// Waits until a request to the URL may be sent.
    ///
    /// - Parameters:
    ///   - url: the URL.
    ///   - inFront: whether the request comes back whose turn it was before.
    /// - Returns: the place that has to be left when the request has been answered; nil when requests to the URL aren't
    ///   counted.
    /// - Throws: a failure with the code `cancelled` as soon as the task is cancelled.
    func pass(to url: URL?, inFront: Bool = false) async throws(TransportFailure) -> Place? {
        guard let host = host(of: url) else { return nil }
        guard let ticket = enter(host) else { return Place(host: host, hasWaited: false) }
        guard await isTurn(of: ticket, for: host, inFront: inFront) else { throw TransportFailure(code: .cancelled) }
        return Place(host: host, hasWaited: true)
    }

    /// Notes whether a host that has answered takes many requests on one connection.
    @inline(never)
    func note(multiplexing isMultiplexing: Bool, at url: URL) {
        guard let host = host(of: url) else { return }
        let admitted = state.withLock { state -> [Waiter] in
            guard isMultiplexing != state.multiplexing.contains(host) else { return [] }
            if isMultiplexing { state.multiplexing.insert(host) } else { state.multiplexing.remove(host) }
            var admitted: [Waiter] = []
            let limit = limit(of: host, in: state)
            while let waiter = state.hosts[host]?.admit(within: limit) { admitted.append(waiter) }
            return admitted
        }
        for waiter in admitted { waiter.resume(returning: true) }
    }

    private func limit(of host: String, in state: State) -> Int {
        state.multiplexing.contains(host) ? max(limit, Self.streams) : limit
    }

    /// Gives the place to the first who waits.
    @inline(never)
    func leave(_ place: Place) {
        let next = state.withLock { state -> Waiter? in
            let limit = limit(of: place.host, in: state)
            guard let next = state.hosts[place.host]?.next(within: limit) else {
                if state.hosts[place.host]?.isIdle == true { state.hosts[place.host] = nil }
                return nil
            }
            return next
        }
        next?.resume(returning: true)
    }

    @inline(never)
    private func host(of url: URL?) -> String? {
        guard let url, let origin = Origin(url), origin.isHTTP, countsSecure || !origin.isSecure else { return nil }
        return "\(origin.scheme)://\(origin.host):\(origin.port)"
    }

    /// Passes at once, or returns a ticket to wait with.
    @inline(never)
    private func enter(_ host: String) -> Int? {
        state.withLock { state in
            let limit = limit(of: host, in: state)
            guard !state.hosts[host, default: ConnectionLine()].pass(within: limit) else { return nil }
            defer { state.nextTicket += 1 }
            return state.nextTicket
        }
    }

    /// Waits for a turn; false when the task is cancelled before.
    private func isTurn(of ticket: Int, for host: String, inFront: Bool) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { join($0, as: ticket, for: host, inFront: inFront) }
        } onCancel: {
            dismiss(ticket, for: host)
        }
    }

    private func join(_ waiter: Waiter, as ticket: Int, for host: String, inFront: Bool) {
        let answer = state.withLock { state -> Bool? in
            // A cancellation that came first found nobody to dismiss, so it is looked for here, under the lock.
            guard !Task.isCancelled else { return false }
            // A place that was given up meanwhile found nobody to give it to.
            let limit = limit(of: host, in: state)
            if state.hosts[host, default: ConnectionLine()].pass(within: limit) { return true }
            state.hosts[host]?.join(waiter, as: ticket, inFront: inFront)
            return nil
        }
        if let answer { waiter.resume(returning: answer) }
    }

    private func dismiss(_ ticket: Int, for host: String) {
        let waiter = state.withLock { $0.hosts[host]?.dismiss(ticket) }
        waiter?.resume(returning: false)
    }
}
