#if os(Linux)
import Endpoints

/// What the server of a round of processes has seen, and what of it breaks a promise.
struct ProcessLedger: Sendable {
    /// What became of a refresh token that was presented.
    enum Fate: Sendable {
        /// Nothing has been exchanged.
        case unused
        /// The server has exchanged it, and sent a new pair.
        case sent
        /// The server has exchanged it, and broke the connection off.
        case lost
        /// The server has exchanged it, and answers when the note has ended.
        case overdue
        /// It was of no use any more.
        case refused
    }

    struct Presentation: Sendable {
        let token: Token
        let child: Int
        let arrived: Date
        /// When the note about it ends; nil when there was none.
        let until: Date?
        /// Whether it arrived after the end of its note.
        let isLate: Bool
        var fate = Fate.unused
        /// Whether its process has signed in or out since.
        var isDropped = false
        /// When its process was killed.
        var killed: Date?
    }

    private let start = ContinuousClock.now
    private(set) var lines: [String] = []
    private(set) var violations: [String] = []
    private(set) var counts: [String: Int] = [:]
    private(set) var presentations: [Presentation] = []
    /// The pairs that a process has got.
    private var received: Set<String> = []
    /// The pairs that were in the file when a process was killed.
    private var saved: Set<String> = []
    private var users: [Int: Int] = [:]
    /// Whose a call is: known by its first request.
    private var owners: [Int: Int] = [:]
    /// Whether a sign-in or a sign-out was asked for: it ends whatever goes on, also what the store has noted.
    private var hasCommands = false
    /// When the store was damaged last.
    private var damaged: Date?

    mutating func note(_ line: String, _ kind: String? = nil) {
        lines.append("\(Int(start.duration(to: .now) / .milliseconds(1))) ms\t\(line)")
        if let kind { counts[kind, default: 0] += 1 }
    }

    mutating func report(_ violation: String) {
        note("VIOLATION \(violation)")
        violations.append(violation)
    }

    mutating func signIn(_ session: Int, user: Int) { users[session] = user }

    /// Takes in that a process is told to sign in or out, which ends the sign-in of whatever it has presented.
    mutating func beginCommand(of child: Int) {
        hasCommands = true
        for place in presentations.indices where presentations[place].child == child {
            presentations[place].isDropped = true
        }
    }

    mutating func damage(at time: Date) { damaged = time }

    mutating func receive(_ access: String) { received.insert(access) }

    /// Takes in what a call carries; `label` is the token that its process had just before.
    mutating func send(_ call: Int, label: String, _ token: Token?) {
        guard let token, let user = users[token.session] else { return }
        let labelled = Token(label).flatMap { users[$0.session] }
        let owner = owners[call] ?? labelled ?? user
        owners[call] = owner
        if owner != user { report("call \(call) is user \(owner)'s, and has \(token.access)") }
    }

    /// Takes in that a refresh token is presented; returns the place of the presentation.
    ///
    /// - Parameters:
    ///   - isCurrent: whether the server hasn't exchanged it yet.
    ///   - isLate: whether the machine was so busy that it took longer to arrive than its note lasts.
    mutating func present(
        _ token: Token, by child: Int, at time: Date, note: RefreshNote?, isCurrent: Bool, isLate: Bool
    ) -> Int {
        let hash = RefreshNote.hash(of: token.refresh + Worker.padding)
        let own = note.flatMap { $0.tokenHash == hash ? $0 : nil }
        let isLate = isLate || own.map { $0.until < time } ?? false
        if own == nil, !hasCommands, !isLate { report("\(token.refresh) is presented without a note") }
        if isLate { self.note("\(token.refresh) arrives after its note", "slow presentations") }
        if !isCurrent, !isLate {
            for earlier in presentations where earlier.token == token && !isExcused(earlier, at: time) {
                report("\(token.refresh) is presented twice, by \(earlier.child) and by \(child)")
            }
        }
        presentations.append(Presentation(token: token, child: child, arrived: time, until: own?.until, isLate: isLate))
        return presentations.count - 1
    }

    mutating func settle(_ place: Int, _ fate: Fate) { presentations[place].fate = fate }

    /// Takes in that a process has been killed, and what the file had then.
    mutating func kill(_ child: Int, at time: Date, stored: TokenPair?) {
        for place in presentations.indices where presentations[place].child == child {
            presentations[place].killed = time
        }
        if let stored { saved.insert(stored.accessToken) }
    }

    /// Whether a presentation was in vain, and nobody can know.
    private mutating func isExcused(_ earlier: Presentation, at time: Date) -> Bool {
        // The holder's clock and this one are read at different moments.
        let isNoteOver = earlier.isLate || (earlier.until.map { $0.addingTimeInterval(-0.1) <= time } ?? hasCommands)
        let next = earlier.token.next.access
        switch earlier.fate {
        case .unused:
            return true
        case .lost:
            count("presented again: the answer was lost")
            return !received.contains(next)
        case .overdue:
            count("presented again: the answer came too late")
            return !received.contains(next) && isNoteOver
        case .sent where earlier.killed != nil:
            count("presented again: the process was killed")
            return !saved.contains(next) && isNoteOver
        case .sent where earlier.isDropped:
            count("presented again: the sign-in had ended, and the store couldn't be cleared")
            return isNoteOver
        case .sent:
            // Its limit was over before the answer had come, as on a machine that is busy.
            count("presented again: the process was slow")
            return !received.contains(next) && isNoteOver
        case .refused:
            // The process that knows couldn't say so in the store.
            return earlier.killed != nil || damaged.map { $0 > earlier.arrived.addingTimeInterval(-5) } ?? false
        }
    }

    private mutating func count(_ kind: String) { counts[kind, default: 0] += 1 }
}
#endif
