/// The identity of one piece of work on the tokens: a load, a save, a sign-in, a refresh; never used twice in a process.
package struct WorkID: Hashable, Sendable {
    private let number: UInt64

    private static let last = Locked<UInt64>(0)

    /// An identity that no other work has.
    package static func make() -> WorkID {
        let number = last.withLock { last in
            last += 1
            return last
        }
        return WorkID(number: number)
    }
}
