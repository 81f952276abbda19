/// A place for tokens that lasts as long as the process: for tests, previews and sign-ins that are to end with it.
///
/// Several ``JWTAuth`` may share one instance.
public final class InMemoryTokenStorage: TokenStorage {
    private let tokens: Locked<TokenPair?>
    private let note = Locked<RefreshNote?>(nil)
    private let lock = AsyncLock()

    /// Creates a store.
    ///
    /// - Parameter tokens: what is in it; nothing by default.
    public init(_ tokens: TokenPair? = nil) {
        self.tokens = Locked(tokens)
    }

    /// Returns the tokens; nil when there are none.
    public func load() -> TokenPair? {
        tokens.withLock { $0 }
    }

    /// Keeps the tokens in place of those before.
    public func save(_ tokens: TokenPair) {
        self.tokens.withLock { $0 = tokens }
    }

    /// Removes the tokens.
    public func clear() {
        tokens.withLock { $0 = nil }
    }

    /// False: what a test puts here is no real account.
    public var isPersistent: Bool { false }

    /// Notes that a refresh token is going to be presented; returns another presentation's note where one is in the way.
    public func prepareRefresh(_ note: RefreshNote) async -> RefreshNote? {
        self.note.withLock { stored in
            switch stored.map(note.resolution) ?? .write {
            case .write:
                stored = note
                return nil
            case .wait:
                return stored
            case .restart(let restarted):
                stored = restarted
                return restarted
            }
        }
    }

    /// Forgets the note of a presentation.
    public func finishRefresh(_ note: RefreshNote, _ outcome: RefreshOutcome) async {
        self.note.withLock { if $0?.id == note.id { $0 = nil } }
    }

    /// Runs `body` while no other owner of this instance runs one; those who wait come in their order.
    ///
    /// A `body` that asks for access again waits for itself.
    ///
    /// - Throws: what `body` throws, or `CancellationError` as soon as a waiting task is cancelled.
    public func withExclusiveAccess<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await lock.withLock(body)
    }
}

extension InMemoryTokenStorage: CustomReflectable {
    /// Nothing: what it holds are secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
