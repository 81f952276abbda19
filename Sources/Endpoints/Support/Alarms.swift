/// Who waits for which instant, and for which one a wake-up has been ordered.
///
/// It decides; who sleeps and who is resumed is up to whoever asks.
struct Alarms<Instant: Comparable & Sendable, Waiter: Sendable>: Sendable {
    private struct Alarm: Sendable, Comparable {
        let instant: Instant
        let ticket: Int

        static func < (left: Alarm, right: Alarm) -> Bool {
            (left.instant, left.ticket) < (right.instant, right.ticket)
        }
    }

    private var waiters: [Int: Waiter] = [:]
    /// A binary heap, in which those stay for a while whom nobody waits with any more.
    private var heap: [Alarm] = []
    private var nextTicket = 0
    /// The wake-ups that are still to come, each earlier than the one before it.
    private var wound: [Instant] = []

    /// The number of those who wait.
    var count: Int { waiters.count }

    /// The places that are taken in memory by those who wait and those who have left.
    var places: Int { heap.count + wound.count }

    /// A number to wait under.
    mutating func ticket() -> Int {
        defer { nextTicket += 1 }
        return nextTicket
    }

    /// Adds somebody who waits for an instant.
    mutating func add(_ waiter: Waiter, as ticket: Int, at instant: Instant) {
        waiters[ticket] = waiter
        heap.append(Alarm(instant: instant, ticket: ticket))
        rise(from: heap.count - 1)
    }

    /// Takes somebody out; nil when it has been taken out before.
    mutating func remove(_ ticket: Int) -> Waiter? {
        let waiter = waiters.removeValue(forKey: ticket)
        // Once most of them have left, what is in order is a heap too.
        if heap.count > 32, heap.count > 2 * waiters.count { heap = heap.filter { waiters[$0.ticket] != nil }.sorted() }
        return waiter
    }

    /// The instant of the first alarm, when a wake-up has to be ordered for it.
    mutating func wind() -> Instant? {
        while let first = heap.first, waiters[first.ticket] == nil { removeFirst() }
        guard let first = heap.first?.instant, wound.last.map({ first < $0 }) ?? true else { return nil }
        wound.append(first)
        return first
    }

    /// Notes that a wake-up has come, and takes out those whose time it is, the earliest first.
    mutating func ring(wound instant: Instant, now: Instant) -> [Waiter] {
        wound.removeAll { $0 == instant }
        var due: [Waiter] = []
        while let first = heap.first, first.instant <= now {
            if let waiter = waiters.removeValue(forKey: first.ticket) { due.append(waiter) }
            removeFirst()
        }
        return due
    }

    private mutating func removeFirst() {
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        sink()
    }

    private mutating func rise(from index: Int) {
        var index = index
        while index > 0, heap[index] < heap[(index - 1) / 2] {
            heap.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    private mutating func sink() {
        var index = 0
        while true {
            let children = (2 * index + 1..<2 * index + 3).clamped(to: 0..<heap.count)
            guard let child = children.min(by: { heap[$0] < heap[$1] }), heap[child] < heap[index] else { return }
            heap.swapAt(index, child)
            index = child
        }
    }
}
