extension JWTAuth {
    /// Signs in: requests wait until `signIn` has returned and the tokens are stored.
    ///
    /// Whoever was signed in before is signed out first, so a sign-in that fails leaves nobody signed in. A later
    /// sign-in, ``setTokens(_:)`` or ``logout()`` takes its place, and what `signIn` returns after that counts for
    /// nothing. It has no time limit; a cancelled caller leaves, and the sign-in goes on: ``logout()`` ends it.
    ///
    /// Calls of the sign-in before end with ``AuthenticationError/Code/signInReplaced``, so that nothing that one user
    /// began is sent in another one's name.
    ///
    /// - Parameters:
    ///   - keepingCalls: whether the same user signs in again, so that calls of the sign-in before wait, and go on with
    ///     the new tokens; false by default.
    ///   - signIn: gets the tokens, with endpoints that declare ``NoAuth``.
    /// - Throws: what `signIn` throws; ``AuthenticationError/storageFailed(underlying:)`` when the store can't be cleared,
    ///   or can't save the tokens, which are then kept and saved by the next request;
    ///   ``AuthenticationError/notAuthenticated`` when a sign-out came in between; `CancellationError` when another
    ///   sign-in did, or the task is cancelled.
    public func login(
        keepingCalls: Bool = false, _ signIn: @escaping @Sendable () async throws -> TokenPair
    ) async throws {
        try Task.checkCancellation()
        let account = scopedAccount
        guard account === self else { return try await account.login(keepingCalls: keepingCalls, signIn) }
        let id = WorkID.make()
        let step = update { $0.beginSignIn(id, keepingCalls: keepingCalls) }
        endWork(TokenWork.supersede)
        try await begin(id, with: step, signIn: signIn).command.value()
    }

    /// Takes the tokens of another sign-in, which came some other way, in place of those before, and stores them.
    ///
    /// A refresh or a sign-in that is under way counts for nothing any more, and calls of the sign-in before end with
    /// ``AuthenticationError/Code/signInReplaced``. For tokens that renew the present sign-in use ``updateTokens(_:)``.
    ///
    /// - Throws: ``AuthenticationError/storageFailed(underlying:)`` when they can't be stored: they are kept, and the next
    ///   request stores them first. ``AuthenticationError/custom(underlying:)`` for a pair in which both tokens are
    ///   empty: then nothing changes. ``AuthenticationError/notAuthenticated`` when a sign-out came before they were
    ///   stored; `CancellationError` when a sign-in did, or the task is cancelled, but not before they are in use.
    public func setTokens(_ tokens: TokenPair) async throws {
        let account = scopedAccount
        guard account === self else { return try await account.setTokens(tokens) }
        guard tokens.isUsable else { throw AuthenticationError.custom(underlying: EmptyAccessToken()) }
        let id = WorkID.make()
        let received = tokens.received(at: configuration.now())
        let step = update { $0.set(received, id) }
        endWork(TokenWork.supersede)
        if let step { try await begin(id, with: step).command.value() }
    }

    /// Takes tokens that renew the present sign-in and came some other way, and stores them.
    ///
    /// Calls of the sign-in go on with them. A pair without a refresh token keeps the one before; while that one is being
    /// presented, the answer is waited for. A refresh that is under way otherwise counts for nothing any more.
    ///
    /// - Throws: ``AuthenticationError/Code/notAuthenticated`` when nobody is signed in or a sign-out came in between,
    ///   ``AuthenticationError/Code/signInReplaced`` when another sign-in did; ``AuthenticationError/Code/storageFailed``
    ///   when the tokens can't be stored: they are used, and saved again once a second.
    public func updateTokens(_ tokens: TokenPair) async throws {
        let account = scopedAccount
        guard account === self else { return try await account.updateTokens(tokens) }
        guard tokens.isUsable else { throw AuthenticationError.custom(underlying: EmptyAccessToken()) }
        let present = tokenState.withLock(\.signInID)
        let signInID = try await self.tokens(for: .look).pair.signInID
        if tokens.usableRefreshToken == nil { try await refreshTokenIsFree() }
        let id = WorkID.make()
        let received = tokens.received(at: configuration.now())
        let step = try update { state in Result { try state.renew(with: received, of: present ?? signInID, id) } }.get()
        endWork(TokenWork.supersede)
        if let step { try await begin(id, with: step).command.value() }
    }

    /// Ends the sign-in whose token the server refuses although it has just renewed it.
    func endSignIn(refusing accessToken: String) async {
        let id = WorkID.make()
        guard let step = update({ $0.endSignIn(refusing: accessToken, id) }) else { return }
        _ = try? await begin(id, with: step).outcome.value()
    }

    /// Signs out: the tokens are gone at once, from the store too when it returns.
    ///
    /// Those who wait for a refresh or a sign-in get ``AuthenticationError/notAuthenticated``; what comes of it later is
    /// dropped. It calls no hook. It holds also when the task is cancelled.
    ///
    /// - Throws: ``AuthenticationError/storageFailed(underlying:)`` when the store can't be cleared: nobody is signed in,
    ///   but the tokens would be found at the next launch, so try again. `CancellationError` when the task is cancelled
    ///   before the store has answered.
    public func logout() async throws {
        let account = scopedAccount
        guard account === self else { return try await account.logout() }
        let generation = update { state in
            state.signOut()
            return state.generation
        }
        endWork(TokenWork.signOut)
        guard let storage else { return }
        let cleared = SharedResult<Void>()
        onStorageTurn {
            do {
                try await self.exclusively { try await storage.clear() }
                await self.update { $0.didClear(for: generation) }
                cleared.settle(.success(()))
            } catch {
                cleared.settle(.failure(AuthenticationError.storageFailed(underlying: error)))
            }
            return nil
        }
        try await cleared.value()
    }

    /// Signs out, as ``logout()`` does.
    ///
    /// - Throws: what ``logout()`` throws.
    public func clearTokens() async throws {
        try await logout()
    }

    /// Ends the running work, which no longer counts, and tells those who wait, also for a hook.
    func endWork(_ tell: (TokenWork) -> () -> Void) {
        for concluded in concluding.values { tell(concluded)() }
        guard let ended = work else { return }
        work = nil
        workTask?.cancel()
        workTask = nil
        WaitGraph.shared.end(ended.id)
        tell(ended)()
    }
}
