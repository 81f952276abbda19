import Endpoints

/// The server of one round, as a pure model: it knows sign-ins, gives out pairs, and uses each refresh token once.
final class TokenServer: Sendable {
    /// What it says to one request.
    struct Answer: Sendable {
        var status = 200
        var body = "ok"
        /// The ticks before the answer leaves.
        var delay = 0
        /// Whether the delay is that of the whole exchange, and half a tick more.
        var isOnTime = false
        /// Whether the connection breaks in place of it.
        var isLost = false
    }

    private struct Session: Sendable {
        /// Whose it is.
        let user: Int
        var current: Token
        /// Whether the access token is refused.
        var isExpired = false
        /// Whether the refresh token is.
        var isRevoked = false
    }

    private struct State: Sendable {
        var sessions: [Session] = []
        var users = 0
        var exchanges = 0
        var hasFaults = true
    }

    private let plan: Plan
    private let trace: Trace
    private let pace: Pace
    private let state = Locked(State())

    init(plan: Plan, trace: Trace, pace: Pace) {
        self.plan = plan
        self.trace = trace
        self.pace = pace
    }

    /// Signs a user in, a new one unless it is given, and returns the first pair.
    func signIn(user: Int? = nil) -> Token {
        state.withLock { state in
            let token = Token(session: state.sessions.count, number: 0)
            let user = user ?? state.users
            state.users = max(state.users, user + 1)
            state.sessions.append(Session(user: user, current: token))
            trace.note(.granted(session: token.session, user: user))
            return token
        }
    }

    /// Whose a token is.
    func user(of token: Token) -> Int { state.withLock { $0.sessions[token.session].user } }

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
            if fault.exchanges { state.sessions[token.session] = Session(user: session.user, current: token.next) }
            let pair = Self.pair(token.next.access, token.next.refresh)
            switch fault {
            case .none:
                return Answer(body: pair)
            case .slow:
                return Answer(body: pair, delay: 5)
            case .onTime:
                return Answer(body: pair, delay: pace.limit, isOnTime: true)
            case .late:
                return Answer(body: pair, delay: pace.limit + min(pace.limit, pace.margin) / 2)
            case .overdue:
                return Answer(body: pair, delay: pace.limit + 2 * pace.margin)
            case .lost:
                return Answer(isLost: true)
            case .unavailable:
                return Answer(status: 503)
            case .silent:
                return Answer(status: 503, delay: 2 * pace.limit)
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
