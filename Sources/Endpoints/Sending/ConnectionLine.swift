/// The requests to one host: how many of them have a connection, and who waits for one.
///
/// It decides; who waits is resumed by whoever asks.
struct ConnectionLine<Waiter: Sendable>: Sendable {
    private var passed = 0
    private var waiting: [Int: Waiter] = [:]
    /// Those who come back, for whom it was their turn before, and all others.
    private var (front, back) = (TicketQueue(), TicketQueue())

    /// Whether nobody has a connection; nobody waits for one then.
    var isIdle: Bool { passed == 0 }

    /// The number of requests that wait.
    var waitingCount: Int { waiting.count }

    /// Takes a connection if there is one left; there is none when anybody waits.
    mutating func pass(within limit: Int) -> Bool {
        guard passed < limit else { return false }
        passed += 1
        return true
    }

    /// Joins the end of the line, or of its front.
    mutating func join(_ waiter: Waiter, as ticket: Int, inFront: Bool = false) {
        waiting[ticket] = waiter
        if inFront { front.append(ticket) } else { back.append(ticket) }
    }

    /// Leaves the line; nil when its turn has come before.
    mutating func dismiss(_ ticket: Int) -> Waiter? {
        let waiter = waiting.removeValue(forKey: ticket)
        if waiting.isEmpty { clear() }
        return waiter
    }

    /// Gives a connection up: to the first who waits, whose turn has come, or back.
    ///
    /// - Parameter limit: the number of connections, which may be smaller than when they were taken.
    mutating func next(within limit: Int = .max) -> Waiter? {
        if passed <= limit, let waiter = first() { return waiter }
        passed -= 1
        return nil
    }

    /// The first who waits, when the host takes more requests than before; nil when nobody waits or may pass.
    mutating func admit(within limit: Int) -> Waiter? {
        guard passed < limit, let waiter = first() else { return nil }
        passed += 1
        return waiter
    }

    private mutating func first() -> Waiter? {
        while let ticket = front.popFirst() ?? back.popFirst() {
            if let waiter = waiting.removeValue(forKey: ticket) { return waiter }
        }
        clear()
        return nil
    }

    private mutating func clear() {
        front.clear()
        back.clear()
    }
}

/// Tickets in the order in which they came, also of those who have left.
private struct TicketQueue: Sendable {
    private var tickets: [Int] = []
    private var head = 0

    mutating func append(_ ticket: Int) { tickets.append(ticket) }

    mutating func popFirst() -> Int? {
        guard head < tickets.count else { return nil }
        defer { tidy() }
        head += 1
        return tickets[head - 1]
    }

    mutating func clear() {
        tickets.removeAll(keepingCapacity: true)
        head = 0
    }

    /// Forgets the tickets before the head, as soon as they are most of the queue.
    private mutating func tidy() {
        guard head >= 32, 2 * head >= tickets.count else { return }
        tickets.removeFirst(head)
        head = 0
    }
}
