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
            move(to: .signedIn(pair))
            return nil
        }
        move(to: .working(id, .saving(pair, .given, isRetry: false)))
        return .save(pair)
    }

    /// Signs out.
    ///
    /// It holds from now on, whatever the store says to it.
    mutating func signOut() {
        endGeneration()
        move(to: .signedOut(isCleared: false))
    }

    /// Takes a pair that a handler returned after its time limit, when the refresh token that it presented is still the
    /// present one; nil when it is of no use any more.
    mutating func takeLate(
        _ answer: TokenPair, for refreshToken: String, of generation: Int, _ id: WorkID, at now: Date
    ) -> Step? {
        guard generation == self.generation, !answer.accessToken.isEmpty, case .signedIn(let pair) = phase,
            pair.usableRefreshToken == refreshToken
        else { return nil }
        let renewed = answer.received(at: now).keepingRefreshToken(of: pair)
        guard isStored else { return end(in: .signedIn(renewed), .success(renewed), .updated(renewed)) }
        return next(id, .rereadingBeforeSave(renewed, .refresh(of: pair)), .load)
    }

    /// Takes in that the store has been cleared after the sign-out of a generation.
    mutating func didClear(for generation: Int) {
        if case .signedOut = phase, generation == self.generation { move(to: .signedOut(isCleared: true)) }
    }
}
