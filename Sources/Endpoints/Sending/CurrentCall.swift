/// The call that the current task works for.
///
/// Through it a call belongs to the sign-in whose token it was given first, whatever authentication method stands
/// between the two, and what happens to its tokens is told to its observers.
enum CurrentCall {
    /// The call's journal; nil when no call is being authenticated.
    ///
    /// It is an object and no function: in release builds of Swift 6.3, giving a task-local function a value ends the
    /// process.
    @TaskLocal static var journal: CallJournal?

    /// Notes an event of the call.
    static func note(_ kind: RequestEvent.Kind) { journal?.note(kind) }
}
