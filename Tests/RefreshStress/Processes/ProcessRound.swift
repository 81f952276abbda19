#if os(Linux)
import Endpoints
import LoopbackServer
import TestSupport

/// One round: processes with one file, a server, and what happens to them; then a look at what each of them has.
final class ProcessRound: Sendable {
    struct Session: Sendable {
        let user: Int
        var current: Token
        var isExpired = false
        var isRevoked = false
    }

    struct Child: Sendable {
        let process: ChildProcess
        var script: ArraySlice<ProcessPlan.Task>
        var isAlive = true
        /// How often it has been told to come to its end.
        var finals = 0
        /// The door that it waits at.
        var gate: Gate?
        /// Whether it is doing a command about its sign-in, and whether the store refused to take the last one.
        var isCommanded = false
        var isUncleared = false
        /// What its last requests ended by.
        var outcomes: [String] = []
    }

    struct State: Sendable {
        var ledger = ProcessLedger()
        var sessions: [Session] = []
        var children: [Child] = []
        var calls = 0
        var requests = 0
        var exchanges = 0
        var kills = 0
        /// The processes that take the place of killed ones, and haven't been started yet.
        var successors = 0
        var isQuiet = false
        var isDamaged = false
    }

    let plan: ProcessPlan
    let folder: SharedFolder
    let state = Locked(State())
    private let number: Int
    private let url: URL
    private let origin = Date().timeIntervalSince1970

    init(_ number: Int, seed: UInt64, url: URL) async throws {
        self.number = number
        self.url = url
        plan = ProcessPlan(seed: seed)
        let first = Token(session: 0, number: 0)
        folder = try await SharedFolder(
            tokens: TokenPair(accessToken: first.access, refreshToken: first.refresh + Worker.padding),
            hasSmallDisk: plan.hasSmallDisk)
        state.withLock { state in
            state.sessions.append(Session(user: 0, current: first))
            state.ledger.signIn(0, user: 0)
        }
    }

    /// The time that the accounts are told.
    var now: Date { Worker.date(since: origin) }

    /// Starts the processes, waits for what they do, and looks at what they have in the end.
    func run() async {
        for script in plan.scripts { start(script[...]) }
        await waitUntil { $0.successors == 0 && $0.children.allSatisfy { !$0.isAlive || $0.gate != nil } }
        state.withLock { state in
            state.isQuiet = true
            state.ledger.note("quiet")
        }
        folder.repair()
        // The first time may still meet what a fault left behind; the second time everything is in order.
        for pass in 1...2 { await finish(pass) }
        check()
        let gates = state.withLock { state in state.children.compactMap(\.gate) }
        for gate in gates { gate.open() }
    }

    /// Lets the processes come to their end one after the other.
    private func finish(_ pass: Int) async {
        let exchanges = state.withLock { state in
            for index in state.sessions.indices { state.sessions[index].isExpired = true }
            return state.exchanges
        }
        for index in 0..<state.withLock({ $0.children.count }) {
            let gate = state.withLock { state -> Gate? in
                guard state.children[index].isAlive else { return nil }
                defer { state.children[index].gate = nil }
                return state.children[index].gate
            }
            guard let gate else { continue }
            gate.open()
            await waitUntil { $0.children[index].gate != nil }
        }
        state.withLock { state in
            let count = state.exchanges - exchanges
            if pass == 2, count > 1 { state.ledger.report("\(count) refreshes at rest") }
        }
    }

    /// What every process has, in the end, is the newest pair, or nobody is signed in.
    private func check() {
        let stored = folder.tokens
        state.withLock { state in
            let token = stored.flatMap { Token($0.accessToken) }
            for (index, child) in state.children.enumerated() where child.isAlive {
                switch child.outcomes.last {
                case "done" where token == nil:
                    state.ledger.report("process \(index) is signed in, and the file has no tokens")
                case "notAuthenticated" where token != nil && !child.isUncleared:
                    state.ledger.report("process \(index) is signed out, and the file has \(token?.access ?? "")")
                case "done", "notAuthenticated": break
                default: state.ledger.report("process \(index) ends with \(child.outcomes)")
                }
            }
            // One that was signed out, and couldn't be removed, is nobody's.
            let isUsed = state.children.contains { $0.isAlive && $0.outcomes.last == "done" }
            if isUsed, let token, state.sessions[token.session].current != token {
                state.ledger.report("the file has \(token.access), which is not the newest")
            }
        }
    }

    private func waitUntil(_ condition: @Sendable (State) -> Bool) async {
        while !Task.isCancelled, !state.withLock({ condition($0) }) { try? await Task.sleep(for: .milliseconds(4)) }
    }

    /// Starts a process for what is left of a script.
    func start(_ script: ArraySlice<ProcessPlan.Task>) {
        state.withLock { state in
            let index = state.children.count
            let limit = plan.limit / .milliseconds(1)
            var words = [
                "worker", "\(url.absoluteString)/\(number)/\(index)", folder.file.path, "\(origin)", "\(Int(limit))",
            ]
            if let user = folder.user { words.append("\(user)") }
            guard let path = Bundle.main.executablePath,
                let process = try? ChildProcess(path, words, capturesOutput: false)
            else { return state.ledger.report("process \(index) can't be started") }
            state.ledger.note("process \(index) is started", "processes")
            state.children.append(Child(process: process, script: script))
        }
        let started = state.withLock { $0.children.last?.process }
        // A thread of its own: those of the pool are few.
        Thread.detachNewThread { _ = try? started?.waitForEnd() }
    }

    /// Kills a process, and starts another one for what is left to do.
    func kill(_ child: Int, _ death: ProcessPlan.Death) {
        let script = state.withLock { state -> ArraySlice<ProcessPlan.Task>? in
            guard state.children[child].isAlive, !state.isQuiet else { return nil }
            state.children[child].process.kill()
            state.children[child].isAlive = false
            state.kills += 1
            state.successors += 1
            let stored = folder.tokens
            state.ledger.kill(child, at: now, stored: stored)
            state.ledger.note(
                "process \(child) is killed, \(death.rawValue); the file has \(stored?.accessToken ?? "nothing")",
                "killed when \(death.rawValue)")
            return state.children[child].script
        }
        guard let script else { return }
        start(script)
        state.withLock { $0.successors -= 1 }
    }

    /// Ends what is still there of a round that hangs.
    func end() {
        for child in state.withLock(\.children) where child.isAlive { child.process.kill() }
    }
}
#endif
