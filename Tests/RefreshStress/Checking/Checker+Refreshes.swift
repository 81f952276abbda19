import Endpoints

extension Checker {
    /// What holds for one refresh.
    mutating func check(_ refresh: History.Refresh, number: Int) {
        let name = "refresh \(number)"
        guard let token = Token(refresh.refresh) else { return }
        let earlier = history.refreshes[..<(number - 1)]
        let running = earlier.filter { $0.isOver > refresh.began && Token($0.refresh)?.session == token.session }
        if !running.allSatisfy({ isOver($0, at: refresh.began) }) {
            report("\(name) begins while another one of its sign-in runs", at: refresh.began)
        }
        if !hasReason(refresh, for: token, after: earlier) {
            report("\(name) begins, though \(token.access) was not refused and nobody asked", at: refresh.began)
        }
        // With a store it goes on until the note about its token ends.
        let isPast = plan.hasStore ? isOverdue(refresh) : refresh.isLate
        if isExact, plan.hasStore ? isPast : refresh.isBeyond, refresh.cancelled == .max {
            report("\(name) goes on though its time is up", at: refresh.ended)
        }
        let isDropped = history.endings.contains { $0.began < refresh.cancelled }
        if refresh.cancelled < refresh.ended, !isPast, !isDropped {
            report("\(name) is cancelled within its time, though its sign-in goes on", at: refresh.cancelled)
        }
    }

    /// Whether a refresh was over; it is cancelled at the moment at which its note ends, and another one may begin.
    func isOver(_ refresh: History.Refresh, at place: Int) -> Bool {
        refresh.isOver < place
            || isOverdue(refresh) && history.time(at: refresh.isOver) <= history.time(at: place) + slack
    }

    /// Whether the note about the refresh token ended before the refresh did.
    private func isOverdue(_ refresh: History.Refresh) -> Bool {
        guard isExact else { return refresh.isOverdue }
        let hash = RefreshNote.hash(of: refresh.refresh)
        for event in history.events[..<refresh.began].reversed() {
            if case .noted(hash, isNew: true, let until) = event {
                return until <= history.time(at: refresh.isOver) + slack
            }
        }
        return false
    }

    /// What dates lose.
    private var slack: Duration { .microseconds(100) }

    /// Whether the access token was refused, or may have run out, or somebody wanted a new one.
    private func hasReason(
        _ refresh: History.Refresh,
        for token: Token,
        after earlier: ArraySlice<History.Refresh>
    ) -> Bool {
        if plan.lifetime != nil || isRefused(token, before: refresh.began) { return true }
        let wishes = history.calls.filter { $0.step.action == .newAccessToken && $0.began < refresh.began }.count
        let granted = earlier.filter { earlier in
            guard let token = Token(earlier.refresh) else { return false }
            return !isRefused(token, before: earlier.began)
        }
        return granted.count < wishes
    }

    private func isRefused(_ token: Token, before place: Int) -> Bool {
        history.events[..<place].contains { event in
            if case .received(_, token.access, 401) = event { true } else { false }
        }
    }
}
