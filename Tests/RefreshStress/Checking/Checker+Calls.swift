extension Checker {
    /// What holds for one caller.
    mutating func check(_ call: History.Call) {
        let name = "call \(call.number)"
        if call.ends.isEmpty { report("\(name) is never resumed", at: call.began) }
        if call.ends.count > 1 { report("\(name) is resumed \(call.ends.count) times", at: call.ends[1].place) }
        checkSending(of: call, name)
        checkStoring(of: call, name)
        checkUser(of: call, name)
        if let outcome = call.outcome, !isRight(outcome, of: call) {
            report("\(name) has no reason to end: \(outcome)", at: call.ended)
        }
        guard let cancelled = call.cancelled, cancelled < call.ended else { return }
        let stayed = history.events[max(cancelled, call.began)..<min(call.ended, history.events.count)].contains {
            event in
            if case .advanced = event { true } else { false }
        }
        if stayed { report("\(name) is cancelled and doesn't leave", at: cancelled) }
    }

    private mutating func checkSending(of call: History.Call, _ name: String) {
        if call.sent.count > 2 { report("\(name) is sent \(call.sent.count) times", at: call.sent[2].place) }
        for (first, second) in zip(call.sent, call.sent.dropFirst()) where first.access == second.access {
            report("\(name) is sent again with \(first.access), which was refused", at: second.place)
        }
        for sent in call.sent {
            if isOver(sent.access, for: call.step.owner, at: call.began) {
                report("\(name) began after the sign-in of \(sent.access) had ended, and carries it", at: sent.place)
            }
            for refresh in history.refreshes where isReplaced(sent.access, by: refresh, for: call, at: sent.place) {
                report("\(name) began after the refresh of \(sent.access), and carries it", at: sent.place)
            }
        }
    }

    /// A token that the store doesn't have is lost when the process ends, so nobody gets it unless saving it failed, and
    /// a refresh token is spent for it.
    private mutating func checkStoring(of call: History.Call, _ name: String) {
        guard plan.hasStore else { return }
        var uses = call.sent.map { (place: $0.place, access: $0.access) }
        if case .token(let access) = call.outcome { uses.append((call.ended, access)) }
        for use in uses where use.place < .max {
            let isStored = history.events[..<use.place].contains { event in
                switch event {
                case .stored(use.access), .loaded(use.access): true
                default: false
                }
            }
            if !isStored, !isUnsaved(use.access, at: use.place) {
                report("\(name) has \(use.access), which the store never had", at: use.place)
            }
        }
    }

    /// Whether a refresh brought a token that the store didn't take.
    private func isUnsaved(_ access: String, at place: Int) -> Bool {
        guard let refresh = history.refreshes.first(where: { $0.access == access }), refresh.ended < place
        else { return isUnsavedUpdate(access, at: place) }
        return history.events[refresh.ended..<place].contains { event in
            switch event {
            case .storeFailed("save", access): true
            // What came late is saved only when the store has been read.
            case .storeFailed("load", _): refresh.isLate
            default: false
            }
        }
    }

    /// Whether a token was brought for the same user, and saving it failed.
    private func isUnsavedUpdate(_ access: String, at place: Int) -> Bool {
        guard history.calls.contains(where: { $0.step.action == .updateTokens && $0.began < place }) else {
            return false
        }
        return history.events[..<place].contains { event in
            if case .storeFailed("save", access) = event { true } else { false }
        }
    }

    /// Nothing of a call goes out in another user's name.
    private mutating func checkUser(of call: History.Call, _ name: String) {
        var uses = call.sent.map { (place: $0.place, access: $0.access) }
        if case .token(let access) = call.outcome { uses.append((call.ended, access)) }
        let first = user(of: call) ?? uses.first.flatMap { history.user(of: $0.access) }
        for use in uses where history.user(of: use.access) != first {
            report("\(name) is user \(first ?? -1)'s, and has \(use.access)", at: use.place)
        }
        guard isExact else { return }
        for sent in call.sent {
            guard let end = Token(sent.access).map({ history.end(of: $0.session, for: call.step.owner) }),
                end < sent.place, history.time(at: sent.place) - history.time(at: end) > tick * Plan.longestLatency
            else { continue }
            report("\(name) is sent with \(sent.access) when its sign-in has ended", at: sent.place)
        }
    }

    /// The user that a call certainly belongs to, whatever it carries; nil when that can't be told from outside.
    ///
    /// One who waits when everything has come to rest has asked. When nobody has signed in or out since a call before got
    /// a token, it asked in that sign-in.
    private func user(of call: History.Call) -> Int? {
        guard isExact, call.step.action.needsToken, let rest = history.restingPlace(after: call.began),
            rest < call.ended
        else { return nil }
        let endings = history.endings.filter { $0.began < rest }
        guard !history.rejections.contains(where: { $0 < rest }) else { return nil }
        let settled = endings.map(\.ended).max() ?? -1
        guard settled < call.began else { return nil }
        let earlier = history.calls.last {
            $0.step.owner == call.step.owner && $0.began > settled && $0.tokenPlace < call.began
        }
        guard let token = earlier?.firstToken else { return nil }
        // Another instance's sign-in may be in the store, where this one finds it at any time.
        if plan.owners > 1, let change = history.lastChange(before: rest), change != Token(token)?.session {
            return nil
        }
        return history.user(of: token)
    }

    /// Whether a refresh that began before a call was to spare it the token that it was sent with.
    private func isReplaced(
        _ access: String,
        by refresh: History.Refresh,
        for call: History.Call,
        at place: Int
    ) -> Bool {
        guard refresh.owner == call.step.owner, refresh.began < call.began, Token(access) == Token(refresh.refresh)
        else { return false }
        let isKept = refresh.succeeded && !refresh.isLate && refresh.cancelled == .max
        guard !isKept else { return true }
        // When its time is up the old token is used again.
        let isWaitedFor =
            isExact
            ? history.time(at: place) < history.time(at: refresh.began) + tick * limit : !refresh.isLate
        return isWaitedFor && place < refresh.isOver
    }

    /// Whether something happened that an outcome follows from.
    private func isRight(_ outcome: Outcome, of call: History.Call) -> Bool {
        switch outcome {
        case .token(let access):
            return Token(access) != nil && !isOver(access, for: call.step.owner, at: call.began)
        case .done:
            return call.step.action != .fetch || call.sent.last?.status == 200
        case .cancelled:
            // A sign-in is cancelled by the next one.
            return call.cancelled.map { $0 < call.ended } ?? false
                || call.step.action.signsIn && history.endings.contains { $0.step.action.signsIn && overlaps($0, call) }
        case .notAuthenticated
        where call.step.action == .updateTokens
            && history.endings.contains { $0.step.action.signsIn && overlaps($0, call) }:
            // Nobody is signed in while somebody signs in.
            return true
        case .notAuthenticated:
            return history.mayBeSignedOut(
                call.step.owner, from: call.began, to: call.ended, startsSignedIn: plan.startsSignedIn)
        case .signInReplaced:
            return history.endings.contains { mayReplace($0, call) }
        case .refreshRejected:
            return history.mayBeRejected(call.step.owner, from: call.began, to: call.ended)
        case .refreshFailed:
            return !failedRefreshes(during: call).isEmpty
        case .refreshTimedOut:
            return failedRefreshes(during: call).contains(where: \.isLate) || isHeldUp(call)
        case .storageFailed:
            return history.events[faultsReach(call)..<call.ended].contains {
                if case .storeFailed = $0 { true } else { false }
            }
        case .status(let status):
            let isRefused = status == 401 && call.sent.last?.status == 401
            // Its sign-in ended while it was on its way; another instance may have been told.
            let isForeign =
                history.endings.contains { $0.began < call.ended }
                || plan.owners > 1 && history.rejections.contains { $0 < call.ended }
            return isRefused && (call.sent.count == 2 || isForeign)
        case .wrongPassword:
            return call.step.action.isLogin
        case .other:
            return false
        }
    }

    /// From where on a fault of the store may be what a call ended by.
    ///
    /// Once it is quiet there are no more of them, but the first call of an account may join a refresh that has just
    /// failed to save. Whoever comes after that one finds everything in order.
    private func faultsReach(_ call: History.Call) -> Int {
        guard call.began > history.quiet else { return 0 }
        let earlier = history.calls.filter {
            $0.step.owner == call.step.owner && $0.began > history.quiet && $0.ended < call.began
        }
        return earlier.map(\.ended).max() ?? 0
    }

    /// Whether a call waited for another instance that couldn't save its pair, and went on to hold the old token.
    private func isHeldUp(_ call: History.Call) -> Bool {
        guard plan.owners > 1, call.ended < .max else { return false }
        let events = history.events[..<call.ended]
        return events.contains { if case .noted(_, isNew: false, _) = $0 { true } else { false } }
            && events.contains { if case .noteInTheWay = $0 { true } else { false } }
    }

    /// Whether a call may have learned of a sign-in that it was another one.
    private func mayReplace(_ signIn: History.Call, _ call: History.Call) -> Bool {
        guard signIn.step.action.signsIn, signIn.began < call.ended else { return false }
        if signIn.step.owner == call.step.owner {
            return signIn.step.action.replacesCalls && signIn.ended > call.began
        }
        // Another instance's is found in the store, maybe a while later, and for all calls at once.
        return !history.calls.contains {
            $0.step.owner == call.step.owner && $0.tokenPlace < call.began
                && $0.firstToken.flatMap { Token($0)?.session } == signIn.session
        }
    }

    private func overlaps(_ one: History.Call, _ other: History.Call) -> Bool {
        one.number != other.number && one.step.owner == other.step.owner
            && one.began < other.ended && other.began < one.ended
    }

    private func failedRefreshes(during call: History.Call) -> [History.Refresh] {
        history.refreshes.filter { refresh in
            guard refresh.owner == call.step.owner, refresh.began < call.ended, !refresh.succeeded || refresh.isLate
            else { return false }
            // Between the end of the handler and that of the refresh one may still join it, but not when others were told.
            return !history.calls.contains {
                $0.step.owner == refresh.owner && $0.ended > refresh.isOver && $0.ended < call.began
                    && ($0.outcome == .refreshFailed || $0.outcome == .refreshTimedOut)
            }
        }
    }
}
