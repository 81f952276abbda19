/// Every decision about tokens, as a value: no clock, no task, no store, no network.
///
/// ``JWTAuth`` performs what it decides. Needs and commands come in; work goes out as steps, and what a step came to goes
/// in again as an event, until the work has ended. Work whose id is not the running one has been superseded: whatever it
/// came to changes nothing.
struct TokenState: Sendable {
    /// Where the account stands.
    enum Phase: Sendable {
        /// The store has not been read, or the last try failed.
        case unread(hasFailed: Bool)
        /// The store is empty, as far as this owner knows; where it may not be, what is in it has been signed out.
        case signedOut(isCleared: Bool)
        case signedIn(TokenPair)
        /// The store doesn't have the pair: it is saved before anybody gets it, but for one of a refresh, whose predecessor
        /// is spent.
        case unsaved(TokenPair, Origin)
        case working(WorkID, Activity)
    }

    private(set) var phase: Phase
    /// The token of the pair when it can be used without a decision; its date has still to be looked at.
    private var ready: ReadyToken?
    /// Counts sign-ins and sign-outs; what was got for one generation is not used in another.
    private(set) var generation = 0
    /// The last access tokens before the present one: late answers may be about them.
    private var retired: [Redacted<String>] = []
    /// The refresh token that the server has refused; it is never presented again.
    var refused: Redacted<String>?
    /// The scope of mocks in which the tokens were got; nil for real ones.
    private var tokenScope: ScopeID?
    /// Used when the store has nothing, once.
    private(set) var initialTokens: TokenPair?
    /// The sign-in that calls belong to now, and those before it.
    var history = SignInHistory()
    let isStored: Bool
    /// Whether a refused token that can't be renewed ends the sign-in.
    let endsSignInWhenRefused: Bool
    private let leeway: TimeInterval

    init(initialTokens: TokenPair?, isStored: Bool, leeway: Duration, endsSignInWhenRefused: Bool = true) {
        let initialTokens = initialTokens?.belonging(to: UUID())
        self.initialTokens = initialTokens
        self.isStored = isStored
        self.endsSignInWhenRefused = endsSignInWhenRefused
        self.leeway = leeway.timeInterval
        phase = .unread(hasFailed: false)
        if !isStored { enter(initialTokens.map { .signedIn($0) } ?? .signedOut(isCleared: true)) }
    }

    /// Moves to another phase, and remembers the token that goes, and whose work brought the one that comes.
    mutating func move(to next: Phase, by id: WorkID? = nil) {
        let (old, isReading, id) = (tokens?.accessToken, isReading, id ?? work)
        enter(next)
        guard old != tokens?.accessToken else { return }
        tokenScope = isReading ? nil : (id ?? work)?.scope
        if let old { retired = retired.suffix(31) + [Redacted(old)] }
    }

    /// Forgets all access tokens: a request that carried one is nobody's any more, and not sent again as somebody else's.
    mutating func forgetTokens() {
        enter(.signedOut(isCleared: false))
        retired = []
    }

    /// The one place that changes the phase, and with it what readers see.
    private mutating func enter(_ next: Phase) {
        phase = next
        ready = usableTokens.flatMap { ReadyToken($0, leeway: leeway) }
        if let id = signInID { history.begin(id) }
    }

    /// Ends the generation: nothing that is under way counts any more.
    mutating func endGeneration() {
        generation += 1
        refused = nil
        initialTokens = nil
    }
}

extension TokenState {
    /// The present pair; nil when nobody is signed in, or that is not known yet.
    var tokens: TokenPair? {
        switch phase {
        case .unread, .signedOut: nil
        case .signedIn(let pair), .unsaved(let pair, _): pair
        case .working(_, let activity): activity.tokens
        }
    }

    /// The pair that calls may use without waiting for the work that runs, if there is any.
    private var usableTokens: TokenPair? {
        switch phase {
        case .signedIn(let pair): pair
        case .unsaved(let pair, let origin): origin.isRenewal ? pair : nil
        case .working(_, let activity): activity.usableTokens
        case .unread, .signedOut: nil
        }
    }

    /// The sign-in that somebody belongs to who asks for tokens now; nil when nobody is signed in, or that is not known yet.
    var signInID: UUID? {
        if case .working(_, let activity) = phase, activity.isBeginningSignIn { return nil }
        return tokens?.signInID
    }

    /// The scope in which tokens may be asked for; nil for all.
    var scope: ScopeID? {
        if let work, !isReading { return work.scope }
        return tokens == nil ? nil : tokenScope
    }

    /// Whether the running work only reads the store.
    var isReading: Bool {
        if case .working(_, .reading) = phase { true } else { false }
    }

    /// The running work.
    var work: WorkID? {
        if case .working(let id, _) = phase { id } else { nil }
    }

    /// Whether the work that begins has the store to itself from its first step to its last.
    ///
    /// A refresh must, and what is saved over an empty store; a sign-in may take minutes, and just writes.
    var needsExclusiveAccess: Bool {
        guard isStored, case .working(_, let activity) = phase else { return false }
        switch activity {
        case .reading: return initialTokens != nil
        case .clearingForSignIn, .signingIn: return false
        default: return true
        }
    }

    /// Whether a renewed pair is in use that the store doesn't have, and nothing is being done about it.
    var isUnsaved: Bool {
        if case .unsaved(_, let origin) = phase { origin.isRenewal } else { false }
    }

    /// Whether a refresh token is being presented.
    func isAsking(with refreshToken: String, in generation: Int) -> Bool {
        guard generation == self.generation, case .working(_, .asking(let pair)) = phase else { return false }
        return pair.usableRefreshToken == refreshToken
    }

    /// What an observer sees.
    var visible: AuthenticationState {
        switch phase {
        case .unread(let hasFailed): hasFailed ? .storageFailed : .loading
        case .signedOut: .unauthenticated
        case .signedIn: .authenticated
        case .unsaved: .storageFailed
        case .working(_, let activity): activity.visible
        }
    }

    /// The access token that can be used at once, its sign-in, and the scope in which it may be asked for; nil when the
    /// decision takes more than a look.
    func goodToken(at now: Date) -> (text: String, signInID: UUID?, scope: ScopeID?)? {
        guard let ready, ready.isGood(at: now) else { return nil }
        return (ready.text.value, ready.signInID, tokenScope)
    }

    /// Whether an access token is or was ours; another one in a request is the endpoint's own, and no refresh
    /// changes it.
    func isOwn(_ accessToken: String) -> Bool {
        tokens?.accessToken == accessToken || retired.contains(Redacted(accessToken))
    }

    /// How the sign-in of a token ended that is none of the present one's.
    func end(ofToken accessToken: String) -> SignInHistory.End? {
        // Without another sign-in before it, a token that isn't known may be one of an earlier launch.
        guard !isOwn(accessToken), history.hasEnded else { return nil }
        switch phase {
        case .unread, .working(_, .reading): return nil
        default: break
        }
        return tokens == nil && history.present == nil && work == nil ? .signedOut : .replaced
    }

    /// A token is good while more than the leeway is left of it.
    func isGood(_ pair: TokenPair, at now: Date) -> Bool {
        ReadyToken(pair, leeway: leeway)?.isGood(at: now) ?? false
    }
}
