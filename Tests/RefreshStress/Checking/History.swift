/// The events of a round, put together by call and by refresh; a place is an event's index.
struct History: Sendable {
    struct Call: Sendable {
        let number: Int
        let step: Step
        /// The sign-in that it brought, if it is a sign-in.
        let session: Int?
        let began: Int
        var cancelled: Int?
        var ends: [(place: Int, outcome: Outcome)] = []
        var sent: [(place: Int, access: String, status: Int)] = []

        var ended: Int { ends.first?.place ?? .max }
        var outcome: Outcome? { ends.first?.outcome }
        /// The first token that it is known to have had, and where.
        var firstToken: String? {
            if let access = sent.first?.access { return access }
            if case .token(let access) = outcome { return access }
            return nil
        }
        var tokenPlace: Int { firstToken == nil ? .max : sent.first?.place ?? ended }
        /// Whether it did what it was called for; an operation that failed may have got anywhere.
        var succeeded: Bool { outcome == .done }
    }

    struct Refresh: Sendable {
        let owner: Int
        let refresh: String
        let began: Int
        var cancelled = Int.max
        var ended = Int.max
        var access: String?
        /// Whether those who waited for it have been told that its time is up.
        var isLate = false
        /// Whether it went on after that.
        var isBeyond = false
        /// Whether the note about its token has ended too.
        var isOverdue = false

        var succeeded: Bool { access.map { !$0.isEmpty } ?? false }
        /// From here on nobody waits for it.
        var isOver: Int { min(cancelled, ended) }
    }

    let events: [Event]
    private(set) var calls: [Call] = []
    private(set) var refreshes: [Refresh] = []
    private(set) var quiet = Int.max
    /// Where the server rejected a refresh token.
    private(set) var rejections: [Int] = []
    /// Where `onRefreshFailed` was called, and for which sign-in.
    private(set) var signals: [(place: Int, owner: Int, session: Int)] = []
    /// Whose the sign-ins are.
    private(set) var users: [Int: Int] = [:]
    /// Where the virtual clock went on, and to what time.
    private var times: [(place: Int, time: Duration)] = []
    private var rejected = -1
    private var places: [Int: Int] = [:]
    private var cancellations: [Int: Int] = [:]

    init(_ events: [Event]) {
        self.events = events
        for (place, event) in events.enumerated() { take(event, at: place) }
    }

    private mutating func take(_ event: Event, at place: Int) {
        switch event {
        case .granted(let session, let user):
            users[session] = user
        case .began(let call, let step, let session):
            places[call] = calls.count
            let cancelled = cancellations[call]
            calls.append(Call(number: call, step: step, session: session, began: place, cancelled: cancelled))
        case .cancelled(let call):
            cancellations[call] = place
            change(call) { $0.cancelled = place }
        case .ended(let call, let outcome):
            change(call) { $0.ends.append((place, outcome)) }
        case .received(let call, let access, let status):
            change(call) { $0.sent.append((place, access, status)) }
        case .handlerBegan(_, let owner, let refresh):
            refreshes.append(Refresh(owner: owner, refresh: refresh, began: place))
        case .handlerCancelled(let handler, let span):
            refreshes[handler - 1].cancelled = place
            refreshes[handler - 1].take(span)
        case .handlerEnded(let handler, let access, let span):
            refreshes[handler - 1].ended = place
            refreshes[handler - 1].access = access
            refreshes[handler - 1].take(span)
        case .exchanged(let refresh, .faced(.rejected)), .exchanged(let refresh, .dead),
            .exchanged(let refresh, .reused):
            rejections.append(place)
            rejected = Token(refresh)?.session ?? -1
        case .signedOut(let owner, let session):
            // Told without asking the server again, it is about the last one that the server rejected.
            signals.append((place, owner, session ?? rejected))
        case .quiet:
            quiet = place
        case .advanced(let time):
            times.append((place, time))
        default:
            break
        }
    }

    private mutating func change(_ call: Int, _ body: (inout Call) -> Void) {
        if let place = places[call] { body(&calls[place]) }
    }
}

extension History {
    /// The calls that end a generation.
    var endings: [Call] { calls.filter(\.step.action.endsGeneration) }

    /// The time at a place, by the virtual clock.
    func time(at place: Int) -> Duration {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle].place < place { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? times[low - 1].time : .zero
    }

    /// The first place after one at which all that could happen without time had happened.
    func restingPlace(after place: Int) -> Int? {
        times.first { $0.place > place }?.place
    }

    /// The sign-in that the last change of the store was about, -1 when that emptied it; nil when there was none.
    func lastChange(before place: Int) -> Int? {
        for event in events[..<place].reversed() {
            switch event {
            case .stored(let access): return Token(access)?.session
            case .cleared: return -1
            default: break
            }
        }
        return nil
    }

    /// Whose a token is.
    func user(of token: String) -> Int? { Token(token).flatMap { users[$0.session] } }

    /// From where on a sign-in is certainly over for an instance, or for all of them; `.max` when it isn't.
    ///
    /// Of two operations at once either one may be the last, so only one that began after the sign-in was complete counts.
    /// It counts even when it failed: the store may refuse a sign-out, the sign-in is over in any case.
    func end(of session: Int, for owner: Int) -> Int {
        let signedOut = signals.first { $0.owner == owner && $0.session == session }?.place
        return min(endings(of: session, for: owner).map(\.ended).min() ?? .max, signedOut ?? .max)
    }

    /// From where on a sign-in is certainly over in the store.
    ///
    /// A command that another one replaced leaves the store to that.
    func endInStore(of session: Int, for owner: Int) -> Int {
        let signedOut = signals.first { $0.owner == owner && $0.session == session }?.place
        let ended = endings(of: session, for: owner).filter { !$0.isReplaced }
        return min(ended.map(\.ended).min() ?? .max, signedOut ?? .max)
    }

    private func endings(of session: Int, for owner: Int) -> [Call] {
        let complete = calls.first { $0.session == session }.map { begin(of: $0, for: owner) } ?? -1
        return endings.filter {
            // Renewed tokens that were not taken change nothing.
            $0.step.owner == owner && $0.session != session && $0.began > complete
                && ($0.step.action != .updateTokens || $0.succeeded)
        }
    }

    /// From where on an instance can know of a sign-in.
    ///
    /// One that could not be saved is another instance's own affair until it is: a sign-out there can't mean it.
    private func begin(of signIn: Call, for owner: Int) -> Int {
        guard signIn.step.owner != owner, !signIn.succeeded else { return signIn.ended }
        let stored = events.firstIndex { event in
            if case .stored(let access) = event { Token(access)?.session == signIn.session } else { false }
        }
        return max(signIn.ended, stored ?? .max)
    }

    /// Whether an instance that is asked from `began` to `ended` may answer that nobody is signed in.
    func mayBeSignedOut(_ owner: Int, from began: Int, to ended: Int, startsSignedIn: Bool) -> Bool {
        // Another instance's sign-in empties the store for a while.
        var causes = calls.filter { $0.mayLeaveNobody(to: owner) }.map { (began: $0.began, ended: $0.ended) }
        causes += rejections.map { ($0, $0) }
        if !startsSignedIn { causes.append((-1, -1)) }
        return causes.contains { $0.began < ended && !isSignedIn(owner, after: $0.ended, before: began) }
    }

    /// Whether an instance that is asked from `began` to `ended` may answer that the refresh token was rejected.
    func mayBeRejected(_ owner: Int, from began: Int, to ended: Int) -> Bool {
        rejections.contains { $0 < ended && !isSignedIn(owner, after: $0, before: began) }
    }

    private func isSignedIn(_ owner: Int, after begin: Int, before end: Int) -> Bool {
        calls.contains {
            $0.step.owner == owner && $0.step.action.signsIn && $0.succeeded && $0.began > begin && $0.ended < end
        }
    }
}

extension History.Refresh {
    fileprivate mutating func take(_ span: Event.Span) {
        isLate = isLate || span != .inTime
        isBeyond = isBeyond || span == .late || span == .overdue
        isOverdue = isOverdue || span == .overdue
    }
}

extension History.Call {
    /// Whether it ended because of another command.
    fileprivate var isReplaced: Bool { outcome == .cancelled || outcome == .notAuthenticated }

    /// Whether it may be why an instance has no tokens.
    fileprivate func mayLeaveNobody(to owner: Int) -> Bool {
        switch step.action {
        case .logout: true
        case .login, .relogin: !succeeded || step.owner != owner
        default: false
        }
    }
}
