/// A door that is shut until it is opened once; it makes the moment of an answer a decision of the test.
package final class Gate: Sendable {
    private let openings = Tally()
    private let arrived = Tally()

    /// Creates a gate that is shut.
    package init() {}

    /// Whether the gate has been opened.
    package var isOpen: Bool {
        openings.count > 0
    }

    /// Opens the gate for good and lets everyone who waits pass.
    package func open() {
        openings.add()
    }

    /// Suspends until the gate is open; returns at once when it is, or when the task is cancelled.
    package func wait() async {
        arrived.add()
        await openings.wait(for: 1)
    }

    /// Suspends until at least `count` waits have begun, or the task is cancelled.
    package func arrivals(_ count: Int) async {
        await arrived.wait(for: count)
    }
}
