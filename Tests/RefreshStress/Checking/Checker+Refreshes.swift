extension Checker {
    /// What holds for one refresh.
    mutating func check(_ refresh: History.Refresh, number: Int) {
        let name = "refresh \(number)"
        guard let token = Token(refresh.refresh) else { return }
        let earlier = history.refreshes[..<(number - 1)]
        if earlier.contains(where: { $0.isOver > refresh.began && Token($0.refresh)?.session == token.session }) {
            report("\(name) begins while another one of its sign-in runs", at: refresh.began)
        }
        if !hasReason(refresh, for: token, after: earlier) {
            report("\(name) begins, though \(token.access) was not refused and nobody asked", at: refresh.began)
        }
        // With a store it goes on until the note about its token ends.
        let isOver = plan.hasStore ? refresh.isOverdue : refresh.isLate
        if isExact, isOver, refresh.cancelled == .max {
            report("\(name) goes on though its time is up", at: refresh.ended)
        }
        let isDropped = history.endings.contains { $0.began < refresh.cancelled }
        if refresh.cancelled < refresh.ended, !isOver, !isDropped {
            report("\(name) is cancelled within its time, though its sign-in goes on", at: refresh.cancelled)
        }
    }

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
