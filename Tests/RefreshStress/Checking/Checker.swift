import Endpoints

/// Compares what was seen from outside with what `JWTAuth` promises; it knows nothing of the inside.
struct Checker {
    let history: History
    let plan: Plan
    /// Whether a time limit comes to the tick, as on a virtual clock.
    let isExact: Bool
    /// How many ticks a refresh may take, how long one is, and for how long a note is good.
    let limit: Int
    let tick: Duration
    let noteLength: Duration
    private(set) var violations: [String] = []

    init(_ events: [Event], plan: Plan, pace: Pace, isExact: Bool) {
        limit = pace.limit
        tick = pace.tick
        noteLength = pace.refreshTimeout + pace.tick * pace.margin
        history = History(events)
        self.plan = plan
        self.isExact = isExact
        for call in history.calls { check(call) }
        for (number, refresh) in history.refreshes.enumerated() { check(refresh, number: number + 1) }
        for (place, event) in events.enumerated() { check(event, at: place) }
        checkSignals()
    }

    mutating func report(_ text: String, at place: Int) {
        violations.append("event \(place): \(text)")
    }

    private mutating func check(_ event: Event, at place: Int) {
        switch event {
        case .exchanged(let refresh, .reused):
            if !isLost(refresh, at: place) { report("\(refresh) was presented twice", at: place) }
        case .exchanged(let refresh, .dead):
            if !mayBeDead(refresh, at: place) {
                report("\(refresh) was presented again after its rejection", at: place)
            }
        case .exchanged(let refresh, .unknown):
            report("\(refresh) is no refresh token", at: place)
        case .exchanged(let refresh, .faced):
            if !isNoted(refresh, at: place) { report("\(refresh) is presented without a note", at: place) }
        case .stored(let access):
            if isOverInStore(access, at: place) {
                report("\(access) was stored after its sign-in had ended", at: place)
            }
        case .rest(let owner, let tokens, let state, let stored):
            checkRest(of: owner, tokens: tokens, at: place)
            let expected: AuthenticationState = tokens == nil ? .unauthenticated : .authenticated
            if state != expected { report("the state is \(state) instead of \(expected)", at: place) }
            // The last one has had the last word; the others learn of it when they next ask.
            if owner == plan.owners - 1, tokens != stored, !mayDiffer(tokens) {
                report("memory has \(tokens ?? "nothing"), the store \(stored ?? "nothing")", at: place)
            }
        default:
            break
        }
    }

    /// Whether the sign-in of a token had ended before.
    func isOver(_ access: String, for owner: Int, at place: Int) -> Bool {
        Token(access).map { history.end(of: $0.session, for: owner) < place } ?? false
    }

    private func isOverInStore(_ access: String, at place: Int) -> Bool {
        guard let session = Token(access)?.session else { return false }
        return (0..<plan.owners).allSatisfy { history.endInStore(of: session, for: $0) < place }
    }

    /// Whether the store may have something else than an instance.
    private func mayDiffer(_ tokens: String?) -> Bool {
        // Another instance signs in or out, and this one has not asked the store since.
        if plan.owners > 1, !history.endings.isEmpty || !history.rejections.isEmpty { return true }
        // A sign-out holds even if the store doesn't take it.
        let lastWrite = history.events.last { event in
            switch event {
            case .stored, .cleared, .storeFailed("save", _), .storeFailed("clear", _): true
            default: false
            }
        }
        if case .storeFailed("clear", _) = lastWrite, tokens == nil { return true }
        return false
    }

    private mutating func checkRest(of owner: Int, tokens: String?, at place: Int) {
        let last = history.calls.last { $0.step.owner == owner && $0.began < place }
        if let tokens {
            if isOver(tokens, for: owner, at: place) { report("\(tokens) is still there", at: place) }
            // Another instance's sign-in may be found by the last request.
            let isFound = plan.owners > 1 && last?.outcome == .signInReplaced
            if last?.outcome != .done, !isFound, !isTimedOut(last) {
                report("signed in, and yet a request fails without any fault", at: place)
            }
        } else if !history.mayBeSignedOut(owner, from: place, to: place, startsSignedIn: plan.startsSignedIn) {
            report("the tokens are gone, and nobody ended the sign-in", at: place)
        }
    }

    /// Whether the machine was so busy that an answer didn't come in time.
    private func isTimedOut(_ call: History.Call?) -> Bool {
        call?.outcome == .refreshTimedOut && history.refreshes.last?.isLate == true
    }

    private mutating func checkSignals() {
        for (number, signal) in history.signals.enumerated() {
            let isRepeated = history.signals[..<number].contains {
                $0.owner == signal.owner && $0.session == signal.session
            }
            if isRepeated { report("onRefreshFailed is called again for sign-in \(signal.session)", at: signal.place) }
        }
    }
}
