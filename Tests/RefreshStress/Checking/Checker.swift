/// Compares what was seen from outside with what `JWTAuth` promises; it knows nothing of the inside.
struct Checker {
    let history: History
    let plan: Plan
    private(set) var violations: [String] = []

    init(_ events: [Event], plan: Plan) {
        history = History(events)
        self.plan = plan
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
            // The server had changed the token, and the answer came when nobody waited any more.
            let isLost = history.refreshes.contains { $0.refresh == refresh && $0.isLate && $0.began < place }
            if !isLost { report("\(refresh) was presented twice", at: place) }
        case .exchanged(let refresh, .unknown):
            report("\(refresh) is no refresh token", at: place)
        case .stored(let access):
            if isOver(access, at: place) { report("\(access) was stored after its sign-in had ended", at: place) }
        case .rest(let owner, let tokens, let stored):
            // The last one has had the last word; the others learn of it when they next ask.
            if owner == plan.owners - 1 { checkRest(of: owner, tokens: tokens, stored: stored, at: place) }
        default:
            break
        }
    }

    /// Whether the sign-in of a token had ended before.
    func isOver(_ access: String, at place: Int) -> Bool {
        Token(access).map { history.end(of: $0.session) < place } ?? false
    }

    private mutating func checkRest(of owner: Int, tokens: String?, stored: String?, at place: Int) {
        if tokens != stored {
            report("memory has \(tokens ?? "nothing"), the store \(stored ?? "nothing")", at: place)
        }
        let last = history.calls.last { $0.step.owner == owner && $0.began < place }
        if let tokens {
            if isOver(tokens, at: place) { report("\(tokens) is still there", at: place) }
            if last?.outcome != .done { report("signed in, and yet a request fails without any fault", at: place) }
        } else if !history.mayBeSignedOut(from: place, to: place, startsSignedIn: plan.startsSignedIn) {
            report("the tokens are gone, and nobody ended the sign-in", at: place)
        }
    }

    private mutating func checkSignals() {
        var counts: [Int: Int] = [:]
        for (place, event) in history.events.enumerated() {
            guard case .signedOut(_, let session) = event else { continue }
            counts[session ?? -1, default: 0] += 1
            if counts[session ?? -1] == 2 { report("onRefreshFailed is called again for its sign-in", at: place) }
        }
    }
}
