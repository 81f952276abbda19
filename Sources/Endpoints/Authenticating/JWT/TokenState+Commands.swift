extension TokenState {
    /// Begins a sign-in in place of whatever there was.
    mutating func beginSignIn(_ id: WorkID) -> Step {
        forgetTokens()
        endGeneration()
        move(to: .working(id, isStored ? .clearingForSignIn : .signingIn))
        return isStored ? .clear : .signIn
    }

    /// Takes a pair in place of whatever there was; nil when that is all there is to do.
    mutating func set(_ pair: TokenPair, _ id: WorkID) -> Step? {
        if case .signedOut = phase { forgetTokens() }
        endGeneration()
        guard isStored else {
            move(to: .signedIn(pair), by: id)
            return nil
        }
        move(to: .working(id, .saving(pair, .given, shown: .authenticating)))
        return .save(pair)
    }

    /// Signs out.
    ///
    /// It holds from now on, whatever the store says to it.
    mutating func signOut() {
        endGeneration()
        move(to: .signedOut(isCleared: false))
    }

    /// Takes in that the store has been cleared after the sign-out of a generation.
    mutating func didClear(for generation: Int) {
        if case .signedOut = phase, generation == self.generation { move(to: .signedOut(isCleared: true)) }
    }
}
