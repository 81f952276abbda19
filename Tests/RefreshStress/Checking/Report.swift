/// What a round came to.
struct Report: Sendable {
    let seed: UInt64
    let events: [Event]
    let violations: [String]
}
