/// The identity of one piece of work on the tokens: a load, a save, a sign-in, a refresh; never used twice in a process.
package struct WorkID: Hashable, Sendable {
    private let id = UniqueID()
    /// The scope of mocks in which the work began, and to which the tokens belong that it gets; nil for real ones.
    let scope: ScopeID?

    /// An identity that no other work has, for work that the current task begins.
    package static func make() -> WorkID {
        WorkID(scope: CallInterception.current?.scopeID)
    }
}
