/// What becomes of the sign-ins of a round.
enum Accounts: Sendable {
    /// One sign-in from the first to the last, and what holds within it.
    case one
    /// A sign-in brings another user each time, whatever else is going on.
    case changing
    /// One user, who signs in again, with calls that go on or without, and whose tokens are renewed elsewhere.
    case renewed
    /// Users change and sign in again, one command after the other, so that it is known who is signed in.
    case byTurns
}
