import EndpointsMocking
import LoopbackServer

/// Keeps what concurrent work brings, and lets a test wait until there is so much of it.
final class Collector<Element: Sendable>: Sendable {
    private let stored = Locked<[Element]>([])
    private let tally = Tally()

    var elements: [Element] { stored.withLock { $0 } }

    func add(_ element: Element) {
        stored.withLock { $0.append(element) }
        tally.add()
    }

    func removeAll() {
        stored.withLock { $0 = [] }
    }

    /// Waits until so many have been added.
    func reach(_ count: Int) async {
        await tally.wait(for: count)
    }
}
