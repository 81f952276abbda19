#if os(Linux)
import Endpoints
import LoopbackServer

// The server of the processes.
extension ProcessRound {
    /// Answers a request whose path is `ROUND/CHILD/…`.
    func reply(to request: Request, _ path: [String]) -> Reply {
        guard path.count > 2, let child = Int(path[1]) else { return .empty(404) }
        switch path[2] {
        case "next": return order(for: child, after: request.formItems.first?.value ?? "")
        case "token":
            let began = request.formItems.last.flatMap { Double($0.value) } ?? 0
            return exchange(request.formItems.first?.value ?? "", for: child, began: began)
        default: return answer(path.last ?? "", request.bearerToken, for: child)
        }
    }

    /// The next thing that a process does.
    private func order(for child: Int, after report: String) -> Reply {
        state.withLock { state in
            let words = report.split(separator: " ").map(String.init)
            for access in words.dropFirst() { state.ledger.receive(access) }
            state.ledger.note("process \(child) reports \(report)")
            guard state.children[child].isAlive else { return .empty(410) }
            state.children[child].outcomes = words.first?.split(separator: ",").map(String.init) ?? []
            if state.children[child].isCommanded {
                state.children[child].isUncleared = words.first == "storageFailed"
                state.children[child].isCommanded = false
            }
            guard let task = state.children[child].script.popFirst() else {
                let gate = Gate()
                state.children[child].gate = gate
                state.children[child].finals += 1
                let isLast = state.children[child].finals > 2
                state.calls += 10
                return Reply(body: isLast ? "end" : "final \(state.calls - 9)").delayed(behind: gate)
            }
            return Reply(body: text(of: task, for: child, &state))
        }
    }

    private func text(of task: ProcessPlan.Task, for child: Int, _ state: inout State) -> String {
        let text: String
        switch task {
        case .fetch(let count):
            text = "fetch \(state.calls + 1) \(count)"
            state.calls += count
        case .pause(let time): text = "pause \(time)"
        case .logout:
            state.ledger.beginCommand(of: child)
            state.children[child].isCommanded = true
            text = "logout"
        case .login:
            let token = Token(session: state.sessions.count, number: 0)
            state.sessions.append(Session(user: state.sessions.count, current: token))
            state.ledger.signIn(token.session, user: token.session)
            state.ledger.beginCommand(of: child)
            state.children[child].isCommanded = true
            text = "login \(token.access) \(token.refresh)"
        }
        state.ledger.note("process \(child) is told: \(text)", "told to \(text.prefix { $0 != " " })")
        return text
    }

    /// Answers a request for a resource, whose name is that of the call and what its process had before.
    private func answer(_ name: String, _ access: String?, for child: Int) -> Reply {
        let parts = name.split(separator: "_").map(String.init)
        let (status, kills, moment) = state.withLock { state -> (Int, Bool, Int) in
            state.requests += 1
            let number = state.requests
            if !state.isQuiet {
                happen(number, &state)
                if plan.expires(number) {
                    for index in state.sessions.indices { state.sessions[index].isExpired = true }
                }
            }
            let token = access.flatMap(Token.init)
            let isGood = token.map { state.sessions[$0.session].current == $0 && !state.sessions[$0.session].isExpired }
            let status = isGood == true ? 200 : 401
            state.ledger.note(
                "server: call \(name) of \(child) with \(access ?? "none") -> \(status)", "status \(status)")
            state.ledger.send(parts.first.flatMap { Int($0) } ?? 0, label: parts.last ?? "-", token)
            return (status, status == 401 && mayKill(state) && plan.kills(number), plan.moment(number))
        }
        if kills { later(moment) { $0.kill(child, .preparing) } }
        return Reply(status: status, body: "ok")
    }

    /// Exchanges a refresh token.
    private func exchange(_ refresh: String, for child: Int, began: TimeInterval) -> Reply {
        let time = now
        let isLate = (Date().timeIntervalSince1970 - began) * Double(Worker.speed) > plan.noteLength
        var death: ProcessPlan.Death?
        var number = 0
        let reply = state.withLock { state -> Reply in
            guard let token = Token(refresh), state.children[child].isAlive else { return .empty(410) }
            let session = state.sessions[token.session]
            let isCurrent = session.current == token
            let place = state.ledger.present(
                token, by: child, at: time, note: folder.note, isCurrent: isCurrent, isLate: isLate)
            number = state.exchanges
            state.exchanges += 1
            state.ledger.note("server: \(child) presents \(refresh)\(isCurrent ? "" : ", WHICH WAS USED BEFORE")")
            guard isCurrent, !session.isRevoked else {
                state.ledger.settle(place, .refused)
                return .json(#"{"error":"invalid_grant"}"#, status: 400)
            }
            if !state.isQuiet { happen(state.requests + 1_000, &state) }
            let fault = state.isQuiet ? .plain(.none) : plan.exchange(number)
            state.ledger.note("server: \(fault)", "exchange \(fault)")
            return self.reply(to: token, fault, place, &state, &death)
        }
        switch death {
        case .answered: later(plan.moment(number)) { $0.kill(child, .answered) }
        case let death?: kill(child, death)
        case nil: break
        }
        return reply
    }

    private func reply(
        to token: Token, _ fault: ProcessPlan.Exchange, _ place: Int, _ state: inout State,
        _ death: inout ProcessPlan.Death?
    ) -> Reply {
        let limit = plan.limit / Worker.speed
        func pair(_ fate: ProcessLedger.Fate, fullDisk: Int? = nil) -> Reply {
            let user = state.sessions[token.session].user
            state.sessions[token.session] = Session(user: user, current: token.next)
            state.ledger.settle(place, fate)
            let (access, refresh) = (token.next.access, token.next.refresh)
            let disk = fullDisk.map(String.init) ?? "null"
            return .json(#"{"access":"\#(access)","refresh":"\#(refresh)","fullDisk":\#(disk)}"#)
        }
        func pause(_ time: Duration, _ reply: Reply) -> Reply { Reply(steps: [.pause(time)] + reply.steps) }
        switch fault {
        case .plain(.unavailable), .plain(.empty): return .empty(503)
        case .plain(.silent): return pause(limit * 1.2, .empty(503))
        case .plain(.rejected):
            state.sessions[token.session].isRevoked = true
            state.ledger.settle(place, .refused)
            return .json(#"{"error":"invalid_grant"}"#, status: 400)
        case .plain(.lost):
            _ = pair(.lost)
            return .truncated
        case .plain(.late): return pause(limit + .milliseconds(100), pair(.sent))
        case .plain(.overdue): return pause(limit + .milliseconds(400), pair(.overdue))
        case .plain: return pair(.sent)
        case .fullDisk: return pair(.sent, fullDisk: plan.fullDisk(place))
        case .death(.answered):
            death = mayKill(state) ? .answered : nil
            return pair(.sent)
        case .death(.exchanged):
            guard mayKill(state) else { return pair(.sent) }
            death = .exchanged
            _ = pair(.sent)
            return .silence
        case .death(let step):
            guard mayKill(state) else { return pair(.sent) }
            death = step
            return .silence
        }
    }

    private func mayKill(_ state: State) -> Bool { !state.isQuiet && state.kills < 2 }

    /// Damages the folder, or repairs it.
    private func happen(_ number: Int, _ state: inout State) {
        if state.isDamaged, number % 2 == 0 {
            folder.repair()
            state.isDamaged = false
            state.ledger.note("the folder is repaired")
        } else if let damage = plan.damage(number), folder.take(damage) {
            state.isDamaged = true
            state.ledger.damage(at: now)
            state.ledger.note("the folder: \(damage.rawValue)", "folder \(damage.rawValue)")
        }
    }

    private func later(_ microseconds: Int, _ body: @escaping @Sendable (ProcessRound) -> Void) {
        Task {
            try? await Task.sleep(for: .microseconds(microseconds))
            body(self)
        }
    }
}

extension Request {
    fileprivate var bearerToken: String? { header("Authorization").map { String($0.dropFirst("Bearer ".count)) } }
}
#endif
