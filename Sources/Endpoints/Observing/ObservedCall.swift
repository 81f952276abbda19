/// The observed call that the current task works for; what happens to its tokens is told through it.
enum ObservedCall {
    /// The call's journal; nil when there is none, or nobody observes it.
    ///
    /// It is an object and no function: in release builds of Swift 6.3, giving a task-local function a value ends the
    /// process.
    @TaskLocal static var journal: CallJournal?

    /// Notes an event of the call.
    static func note(_ kind: RequestEvent.Kind) { journal?.note(kind) }
}
