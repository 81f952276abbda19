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
        var isLate = false

        var succeeded: Bool { access.map { !$0.isEmpty } ?? false }
        /// From here on nobody waits for it.
        var isOver: Int { min(cancelled, ended) }
    }

    let events: [Event]
    private(set) var calls: [Call] = []
    private(set) var refreshes: [Refresh] = []
    private(set) var quiet = Int.max
    private var places: [Int: Int] = [:]

    init(_ events: [Event]) {
        self.events = events
        for (place, event) in events.enumerated() { take(event, at: place) }
    }

    private mutating func take(_ event: Event, at place: Int) {
        switch event {
        case .began(let call, let step, let session):
            places[call] = calls.count
            calls.append(Call(number: call, step: step, session: session, began: place))
        case .cancelled(let call):
            change(call) { $0.cancelled = place }
        case .ended(let call, let outcome):
            change(call) { $0.ends.append((place, outcome)) }
        case .received(let call, let access, let status):
            change(call) { $0.sent.append((place, access, status)) }
        case .handlerBegan(_, let owner, let refresh):
            refreshes.append(Refresh(owner: owner, refresh: refresh, began: place))
        case .handlerCancelled(let handler, let isLate):
            refreshes[handler - 1].cancelled = place
            refreshes[handler - 1].isLate = refreshes[handler - 1].isLate || isLate
        case .handlerEnded(let handler, let access, let isLate):
            refreshes[handler - 1].ended = place
            refreshes[handler - 1].access = access
            refreshes[handler - 1].isLate = refreshes[handler - 1].isLate || isLate
        case .quiet:
            quiet = place
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

    /// From where on a sign-in is certainly over; `.max` when it isn't.
    ///
    /// Of two operations at once either one may be the last, so only one that began after the sign-in was complete counts.
    func end(of session: Int) -> Int {
        let complete = calls.first { $0.session == session }?.ended ?? -1
        let ended = endings.filter { $0.succeeded && $0.session != session && $0.began > complete }.map(\.ended).min()
        let signedOut = events.firstIndex { event in
            if case .signedOut(_, session) = event { true } else { false }
        }
        return min(ended ?? .max, signedOut ?? .max)
    }

    /// Whether somebody who asks from `began` to `ended` may be told that nobody is signed in.
    func mayBeSignedOut(from began: Int, to ended: Int, startsSignedIn: Bool) -> Bool {
        var causes = calls.filter { $0.step.action == .logout }.map { (began: $0.began, ended: $0.ended) }
        if !startsSignedIn { causes.append((-1, -1)) }
        for (place, event) in events.enumerated() {
            if case .exchanged(_, .faced(.rejected)) = event { causes.append((place, place)) }
        }
        let signIns = calls.filter { $0.step.action.signsIn && $0.succeeded }
        return causes.contains { cause in
            cause.began < ended && !signIns.contains { $0.began > cause.ended && $0.ended < began }
        }
    }

    /// Whether an operation that failed, so that nobody knows how far it got, touches the stretch.
    func isUncertain(from began: Int, to ended: Int) -> Bool {
        endings.contains { !$0.succeeded && $0.began < ended && $0.ended > began }
    }
}
