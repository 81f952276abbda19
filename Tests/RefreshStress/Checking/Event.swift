import Endpoints

/// What happened in a round, as the server, the store and the callers saw it.
enum Event: Sendable {
    enum Exchange: Sendable {
        case faced(ExchangeFault)
        /// The refresh token had been exchanged before.
        case reused
        /// The refresh token had been rejected before.
        case dead
        /// The server never gave it out.
        case unknown
    }

    /// How long a refresh handler had run.
    enum Span: String, Sendable {
        case inTime = ""
        /// The answer came at the moment of the limit.
        case onTime = ", as its time is up"
        /// Those who waited for it have been told.
        case late = ", its time is up"
        /// The note about the refresh token has ended too.
        case overdue = ", even with the margin its time is up"
    }

    /// The server has signed a user in.
    case granted(session: Int, user: Int)
    case began(call: Int, step: Step, session: Int?)
    /// A caller is about to be cancelled.
    case cancelled(call: Int)
    case ended(call: Int, Outcome)

    case received(call: Int, access: String, status: Int)
    case exchanged(refresh: String, Exchange)

    case handlerBegan(handler: Int, owner: Int, refresh: String)
    case handlerCancelled(handler: Int, Span)
    /// The handler returned this access token, or threw.
    case handlerEnded(handler: Int, access: String?, Span)
    case updated(owner: Int, access: String)
    case signedOut(owner: Int, session: Int?)

    case loaded(access: String?)
    case stored(access: String)
    case cleared
    /// A refresh token, by its hash, is going to be presented before a time; or another presentation's note is in the way.
    case noted(hash: String, isNew: Bool, until: Duration)
    case noteInTheWay(hash: String)
    case noteRemoved
    case storeFailed(access: String, token: String? = nil)

    /// Everything had come to rest, so the virtual clock went on.
    case advanced(to: Duration)
    /// All callers were through; from here on nothing goes wrong any more.
    case quiet
    /// What was found at the end: the tokens of an instance, its state, and what is stored.
    case rest(owner: Int, tokens: String?, state: AuthenticationState, stored: String?)
}

extension Event: CustomStringConvertible {
    var description: String {
        switch self {
        case .granted(let session, let user): "server: session \(session) is user \(user)'s"
        case .began(let call, let step, let session):
            "call \(call) begins \(step.action.rawValue) of \(step.owner)\(session.map { ", session \($0)" } ?? "")"
        case .cancelled(let call): "call \(call) is cancelled"
        case .ended(let call, let outcome): "call \(call) ends: \(outcome)"
        case .received(let call, let access, let status): "server: call \(call) with \(access) -> \(status)"
        case .exchanged(let refresh, .faced(let fault)): "server: exchange of \(refresh), fault \(fault.rawValue)"
        case .exchanged(let refresh, .reused): "server: exchange of \(refresh), WHICH WAS USED BEFORE"
        case .exchanged(let refresh, .dead): "server: exchange of \(refresh), which was rejected before"
        case .exchanged(let refresh, .unknown): "server: exchange of \(refresh), which it doesn't know"
        case .handlerBegan(let handler, let owner, let refresh): "refresh \(handler) of \(owner) begins with \(refresh)"
        case .handlerCancelled(let handler, let span): "refresh \(handler) is cancelled\(span.rawValue)"
        case .handlerEnded(let handler, let access, let span):
            "refresh \(handler) ends: \(access ?? "failed")\(span.rawValue)"
        case .updated(let owner, let access): "hook of \(owner): \(access) is new"
        case .signedOut(let owner, let session): "hook of \(owner): session \(session ?? -1) has ended"
        case .loaded(let access): "store: loaded \(access ?? "nothing")"
        case .stored(let access): "store: saved \(access)"
        case .cleared: "store: cleared"
        case .noted(let hash, let isNew, let until):
            "store: \(isNew ? "noted" : "goes on to note") \(hash.prefix(4)) until \(until)"
        case .noteInTheWay(let hash): "store: a note of \(hash.prefix(4)) is in the way"
        case .noteRemoved: "store: note removed"
        case .storeFailed(let access, let token): "store: \(access) \(token.map { "of \($0) " } ?? "")failed"
        case .advanced(let time): "clock \(time)"
        case .quiet: "quiet"
        case .rest(let owner, let tokens, let state, let stored):
            "at rest \(owner) is \(state) with \(tokens ?? "nothing"), stored is \(stored ?? "nothing")"
        }
    }

    /// What it is counted under.
    var kind: String {
        switch self {
        case .granted: "sessions"
        case .began(_, let step, _): step.action.rawValue
        case .cancelled: "cancellations"
        case .ended(_, let outcome): "ended " + outcome.kind
        case .received(_, _, let status): "status \(status)"
        case .exchanged(_, .faced(let fault)): "exchange \(fault.rawValue)"
        case .exchanged: "exchange of a dead token"
        case .handlerBegan: "refreshes"
        case .handlerCancelled(_, .inTime): "refreshes dropped"
        case .handlerCancelled: "refreshes over the limit"
        case .handlerEnded(_, _?, .late): "refreshes ended late"
        case .handlerEnded: "refreshes ended"
        case .updated: "hook updated"
        case .signedOut: "hook failed"
        case .loaded: "loads"
        case .stored: "saves"
        case .cleared: "clears"
        case .noted(_, let isNew, _): isNew ? "notes" : "notes prolonged"
        case .noteInTheWay: "notes in the way"
        case .noteRemoved: "notes removed"
        case .storeFailed: "store faults"
        case .advanced: "clock"
        case .quiet: "rounds"
        case .rest: "rests"
        }
    }
}
