/// The accounts of a scope of mocks: copies in memory of those whose tokens are in a store.
package final class ScopedAccounts: Sendable {
    /// The original too, so that its address is nobody else's meanwhile.
    private let copies = Locked<[ObjectIdentifier: (original: JWTAuth, copy: JWTAuth)]>([:])

    package init() {}

    func copy(of account: JWTAuth) -> JWTAuth {
        copies.withLock { copies in
            let identity = ObjectIdentifier(account)
            if let entry = copies[identity] { return entry.copy }
            let copy = account.copied()
            copies[identity] = (account, copy)
            return copy
        }
    }
}

extension JWTAuth {
    /// The account that the current task works with.
    ///
    /// Inside of a scope of mocks it is a copy in memory of one whose tokens outlive the process, so that no test signs a
    /// real user out, saves a mock's tokens in their place, or spends a refresh token.
    nonisolated var scopedAccount: JWTAuth {
        guard isPersistent, let accounts = CallInterception.current?.accounts else { return self }
        return accounts.copy(of: self)
    }

    fileprivate nonisolated func copied() -> JWTAuth {
        JWTAuth(
            initialTokens: tokenState.withLock(\.initialTokens)?.withholdingRefreshToken,
            storage: CopiedTokenStorage(of: self),
            configuration: configuration,
            clock: clock,
            refreshHandler: refreshHandler,
            onTokensUpdated: onTokensUpdated,
            onRefreshFailed: onRefreshFailed
        )
    }
}

/// What the store of an account has when a scope of mocks first asks for it; what happens to it from then on stays in
/// memory.
private final class CopiedTokenStorage: TokenStorage {
    private let original: JWTAuth
    private let tokens = Locked<TokenPair??>(nil)

    init(of original: JWTAuth) { self.original = original }

    let isPersistent = false

    func load() async throws -> TokenPair? {
        if let tokens = tokens.withLock({ $0 }) { return tokens }
        let present = original.tokenState.withLock(\.tokens)
        let loaded = if let present { present } else { try await original.storage?.load() }
        return tokens.withLock { tokens in
            let copy = tokens ?? loaded?.withholdingRefreshToken
            tokens = .some(copy)
            return copy
        }
    }

    func save(_ tokens: TokenPair) async throws { self.tokens.withLock { $0 = .some(tokens) } }

    func clear() async throws { tokens.withLock { $0 = .some(nil) } }
}

extension TokenPair {
    /// The pair with another refresh token in place of a real one, which a handler without a mock would present.
    fileprivate var withholdingRefreshToken: TokenPair {
        guard usableRefreshToken != nil else { return self }
        return TokenPair(
            accessToken: accessToken, refreshToken: "refresh-token-of-a-mocked-account", expiresAt: expiresAt,
            refreshExpiresAt: refreshExpiresAt, signInID: signInID)
    }
}
