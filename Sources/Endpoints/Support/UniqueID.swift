/// An identity that is never used twice in a process; an object's address is, once the object is gone.
package struct UniqueID: Hashable, Sendable {
    let number: UInt64

    private static let last = Locked<UInt64>(0)

    /// An identity that nothing else has.
    package init() {
        number = Self.last.withLock { last in
            last += 1
            return last
        }
    }
}
