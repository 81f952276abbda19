/// The requests to one host: how many of them have a connection, and who waits for one.
///
/// It decides; who waits is resumed by whoever asks.
struct ConnectionLine<Waiter: Sendable>: Sendable {
    private var passed = 0
    private var waiting: [Int: Waiter] = [:]
    /// The tickets in the order in which they came; those of who has left are no longer in `waiting`.
    private var queue: [Int] = []
    private var head = 0

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

    /// Joins the end of the line.
    mutating func join(_ waiter: Waiter, as ticket: Int) {
        waiting[ticket] = waiter
        queue.append(ticket)
    }

    /// Leaves the line; nil when its turn has come before.
    mutating func dismiss(_ ticket: Int) -> Waiter? {
        let waiter = waiting.removeValue(forKey: ticket)
        if waiting.isEmpty { clear() }
        return waiter
    }

    /// Gives a connection up: to the first who waits, whose turn has come, or back.
    mutating func next() -> Waiter? {
        while head < queue.count {
            head += 1
            guard let waiter = waiting.removeValue(forKey: queue[head - 1]) else { continue }
            tidy()
            return waiter
        }
        clear()
        passed -= 1
        return nil
    }

    /// Forgets the tickets before the head, as soon as they are most of the queue.
    private mutating func tidy() {
        guard head >= 32, 2 * head >= queue.count else { return }
        queue.removeFirst(head)
        head = 0
    }

    private mutating func clear() {
        queue.removeAll(keepingCapacity: true)
        head = 0
    }
}
