import Endpoints

// What the ledger of the server says about refresh tokens that came twice.
extension Checker {
    /// Whether the server's answer to a refresh token never came to anybody, or nobody could know any more that it had.
    func isLost(_ refresh: String, at place: Int) -> Bool {
        guard let next = Token(refresh)?.next.access else { return false }
        let earlier = history.refreshes.filter { $0.refresh == refresh && $0.began < place }.dropLast()
        guard let holder = earlier.first(where: { $0.access == next && $0.ended < place }) else {
            // Nobody got the answer: it was lost on its way, or came when the handler had been left behind.
            return earlier.allSatisfy { isOver($0, at: place) } && isTurnOver(of: refresh, at: place)
        }
        // One who has the new pair has no use for the old token, and keeps others from it.
        guard plan.owners > 1 else { return false }
        return isTooLate(holder, at: place) || isDropped(next, of: holder, at: place)
            || isHidden(refresh, next, at: place)
    }

    /// Whether a note about the presentation before was over, or its fate was known.
    private func isTurnOver(of refresh: String, at place: Int) -> Bool {
        guard plan.hasStore, history.endings.allSatisfy({ $0.began > place }) else { return true }
        let hash = RefreshNote.hash(of: refresh)
        var until: Duration?
        for (number, event) in history.events[..<place].enumerated() {
            switch event {
            case .noted(hash, isNew: true, let end):
                if isExact, let until, history.time(at: number) + .milliseconds(1) < until { return false }
                until = end
            case .noted(hash, isNew: false, let end): until = end
            case .noteRemoved:
                // Whoever cancels a handler doesn't know what became of its token.
                let last = history.refreshes.last { $0.refresh == refresh && $0.began < number }
                if let last, last.cancelled < number, last.ended > number { continue }
                until = nil
            default: break
            }
        }
        return true
    }

    /// Whether the answer came, on a busy machine, when the note had ended, and another owner had begun.
    private func isTooLate(_ holder: History.Refresh, at place: Int) -> Bool {
        guard !isExact, holder.isLate else { return false }
        let hash = RefreshNote.hash(of: holder.refresh)
        let ends = history.events[..<place].compactMap { event -> Duration? in
            if case .noted(hash, _, let until) = event { until } else { nil }
        }
        guard let new = ends.last, let old = ends.dropLast().last else { return false }
        return new - noteLength + .milliseconds(1) >= old
    }

    /// Whether a command ended the sign-in of a new pair before the store had it.
    private func isDropped(_ access: String, of holder: History.Refresh, at place: Int) -> Bool {
        let isStored = history.events[..<place].contains { if case .stored(access) = $0 { true } else { false } }
        return !isStored
            && history.endings.contains {
                $0.step.owner == holder.owner && $0.began < place && $0.ended > holder.began
            }
    }

    /// Whether the store took neither a new pair nor the note that would have kept others from the old token.
    private func isHidden(_ refresh: String, _ next: String, at place: Int) -> Bool {
        let events = history.events[..<place]
        guard events.contains(where: { if case .storeFailed(_, next) = $0 { true } else { false } }) else {
            return false
        }
        let hash = RefreshNote.hash(of: refresh)
        let notes = events.indices.filter { if case .noted(hash, _, _) = events[$0] { true } else { false } }
        guard let last = notes.dropLast().last, let new = notes.last else { return false }
        return events[last..<new].contains { event in
            switch event {
            case .storeFailed("prepare", _), .storeFailed("load", _): true
            default: false
            }
        }
    }

    /// Whether nobody got the rejection, or an instance could still find a token that another one knew to be rejected.
    func mayBeDead(_ refresh: String, at place: Int) -> Bool {
        let events = history.events[..<place]
        let rejection = events.firstIndex {
            if case .exchanged(refresh, .faced(.rejected)) = $0 { true } else { false }
        }
        guard let rejection else { return false }
        let presenter = history.refreshes.last { $0.refresh == refresh && $0.began < rejection }
        if let presenter, presenter.cancelled < place { return true }
        guard plan.owners > 1 else { return false }
        return history.endings.contains { $0.began < place && $0.ended > rejection }
            || events[rejection...].contains { event in
                switch event {
                case .storeFailed("clear", _), .storeFailed("load", _): true
                default: false
                }
            }
    }

    /// Whether the store had a note about a refresh token when it was presented.
    func isNoted(_ refresh: String, at place: Int) -> Bool {
        guard plan.hasStore, history.endings.allSatisfy({ $0.began > place }) else { return true }
        let hash = RefreshNote.hash(of: refresh)
        for event in history.events[..<place].reversed() {
            switch event {
            case .noted(hash, _, let until):
                return !isExact || history.time(at: place) < until + .milliseconds(1)
            case .noted, .noteRemoved: return false
            default: break
            }
        }
        return false
    }
}
