/// The identity of one refresh, never used twice in a process.
package struct RefreshID: Hashable, Sendable {
    private let number: UInt64

    private static let last = Locked<UInt64>(0)

    /// An identity that no other refresh has.
    package static func make() -> RefreshID {
        RefreshID(
            number: last.withLock {
                $0 += 1; return $0
            })
    }
}
