extension TokenState {
    /// Begins a sign-in in place of whatever there was.
    ///
    /// - Parameter keepingCalls: whether it is the same user's, so that calls of the sign-in before go on with its tokens.
    mutating func beginSignIn(_ id: WorkID, keepingCalls: Bool = false) -> Step {
        if !keepingCalls {
            history.end(.replaced)
            forgetTokens()
        }
        endGeneration()
        move(to: .working(id, isStored ? .clearingForSignIn : .signingIn))
        return isStored ? .clear : .signIn
    }

    /// Takes a pair in place of whatever there was, as another sign-in; nil when that is all there is to do.
    mutating func set(_ pair: TokenPair, _ id: WorkID) -> Step? {
        history.end(.replaced)
        forgetTokens()
        return replace(with: pair.belonging(to: UUID()), .given, id, shown: .authenticating)
    }

    /// Takes a pair that renews the present sign-in; nil when that is all there is to do.
    ///
    /// - Parameter renewed: the sign-in that it renews; nil for the present one.
    /// - Throws: how that sign-in ended.
    mutating func renew(
        with pair: TokenPair, of renewed: UUID? = nil, _ id: WorkID
    ) throws(AuthenticationError) -> Step? {
        if let end = renewed.flatMap(history.end) { throw end.error }
        guard let present = tokens, let signInID else { throw .notAuthenticated }
        let pair = pair.keepingRefreshToken(of: present).belonging(to: signInID)
        return replace(with: pair, .update, id, shown: .refreshing)
    }

    private mutating func replace(
        with pair: TokenPair, _ origin: Origin, _ id: WorkID, shown: AuthenticationState
    ) -> Step? {
        endGeneration()
        guard isStored else {
            move(to: .signedIn(pair), by: id)
            return nil
        }
        move(to: .working(id, .saving(pair, origin, shown: shown)))
        return .save(pair)
    }

    /// Signs out.
    ///
    /// It holds from now on, whatever the store says to it.
    mutating func signOut() {
        history.end(.signedOut)
        endGeneration()
        forgetTokens()
    }

    /// Ends the sign-in because the server refuses a token that it has just renewed; nil when another one is in use by now.
    mutating func endSignIn(refusing accessToken: String, _ id: WorkID) -> Step? {
        guard case .signedIn(let pair) = phase, pair.accessToken == accessToken else { return nil }
        let error = AuthenticationError(code: .renewedTokenRefused)
        guard isStored else { return endSignIn(error, isCleared: true) }
        // Another process may have signed somebody else in.
        return next(id, .rereadingAfterRejection(pair, error), .load)
    }

    /// Saves a pair again that the store didn't take; nil when that has become needless.
    mutating func saveAgain(_ id: WorkID) -> Step? {
        guard case .unsaved(let pair, let origin) = phase else { return nil }
        if origin.isCommand {
            move(to: .working(id, .saving(pair, origin, shown: visible)))
            return .save(pair)
        }
        move(to: .working(id, .rereadingBeforeSave(pair, origin, shown: visible)))
        return .load
    }

    /// Takes in that the store has been cleared after the sign-out of a generation.
    mutating func didClear(for generation: Int) {
        if case .signedOut = phase, generation == self.generation { move(to: .signedOut(isCleared: true)) }
    }
}
