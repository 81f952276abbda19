/// The observed call that the current task works for; what happens to its tokens is told through it.
enum ObservedCall {
    /// Notes an event of the call; nil when there is none, or nobody observes it.
    @TaskLocal static var note: (@Sendable (RequestEvent.Kind) -> Void)?
}
