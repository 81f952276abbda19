import Endpoints

/// The server of one round, as a pure model: it knows sign-ins, gives out pairs, and uses each refresh token once.
final class TokenServer: Sendable {
    /// What it says to one request.
    struct Answer: Sendable {
        var status = 200
        var body = "ok"
        /// The ticks before the answer leaves.
        var delay = 0
    }

    private struct Session: Sendable {
        var current: Token
        /// Whether the access token is refused.
        var isExpired = false
        /// Whether the refresh token is.
        var isRevoked = false
    }

    private struct State: Sendable {
        var sessions: [Session] = []
        var exchanges = 0
        var hasFaults = true
    }

    private let plan: Plan
    private let trace: Trace
    private let silence: Int
    private let state = Locked(State())

    /// Creates the server; `silence` is how many ticks one is silent that doesn't answer in time.
    init(plan: Plan, trace: Trace, silence: Int) {
        self.plan = plan
        self.trace = trace
        self.silence = silence
    }

    /// Signs in, and returns the first pair.
    func signIn() -> Token {
        state.withLock { state in
            let token = Token(session: state.sessions.count, number: 0)
            state.sessions.append(Session(current: token))
            return token
        }
    }

    /// Refuses every access token given out so far.
    func expire() {
        state.withLock { state in
            for index in state.sessions.indices { state.sessions[index].isExpired = true }
        }
    }

    /// From now on nothing goes wrong.
    func recover() {
        state.withLock { $0.hasFaults = false }
    }

    /// Answers a request for a resource.
    func answer(call: Int, access: String?) -> Answer {
        // The event is noted under the lock, so that the order of events is the order of what happened.
        state.withLock { state in
            let token = access.flatMap(Token.init)
            let isGood = token.map { state.sessions[$0.session].current == $0 && !state.sessions[$0.session].isExpired }
            let status = isGood == true ? 200 : 401
            trace.note(.received(call: call, access: access ?? "none", status: status))
            return Answer(status: status)
        }
    }

    /// Exchanges a refresh token for a new pair.
    func exchange(refresh: String) -> Answer {
        state.withLock { state in
            guard let token = Token(refresh) else {
                trace.note(.exchanged(refresh: refresh, .unknown))
                return Answer(status: 400, body: "{}")
            }
            let fault = state.hasFaults ? plan.exchangeFault(state.exchanges) : .none
            state.exchanges += 1
            let session = state.sessions[token.session]
            guard session.current == token, !session.isRevoked else {
                trace.note(.exchanged(refresh: refresh, session.current == token ? .dead : .reused))
                return Answer(status: 400, body: Self.rejection(of: token.session))
            }
            trace.note(.exchanged(refresh: refresh, .faced(fault)))
            switch fault {
            case .none, .slow:
                let next = token.next
                state.sessions[token.session] = Session(current: next)
                return Answer(body: Self.pair(next.access, next.refresh), delay: fault == .slow ? 5 : 0)
            case .unavailable:
                return Answer(status: 503)
            case .silent:
                return Answer(status: 503, delay: silence)
            case .empty:
                return Answer(body: Self.pair("", refresh))
            case .rejected:
                state.sessions[token.session].isRevoked = true
                return Answer(status: 400, body: Self.rejection(of: token.session))
            }
        }
    }

    private static func pair(_ access: String, _ refresh: String) -> String {
        #"{"access":"\#(access)","refresh":"\#(refresh)"}"#
    }

    private static func rejection(of session: Int) -> String {
        #"{"error":"invalid_grant","session":\#(session)}"#
    }
}
