#if os(Linux)
import Endpoints
import TestSupport

/// What a process of a round asks its server for, and does: one thing after the other, until it is told to end.
struct Worker: Sendable {
    /// How many of the accounts' seconds pass in one.
    static let speed = 10
    /// What makes a pair larger than a note.
    static let padding = "~" + String(repeating: "x", count: 700)
    /// The size of a file that a note doesn't reach, and a pair does.
    private static let fullDisk: rlim_t = 600

    private struct State: Sendable {
        var received: [String] = []
        var handlers = 0
    }

    private let url: URL
    private let auth: JWTAuth
    private let session: URLSession
    private let state: Locked<State>

    /// The date that the accounts of all processes are told.
    static func date(since origin: TimeInterval) -> Date {
        let now = Date().timeIntervalSince1970
        return Date(timeIntervalSince1970: origin + (now - origin) * Double(speed))
    }

    /// Reads `worker URL FILE ORIGIN LIMIT [USER]`; nil when it is something else.
    init?(_ words: [String]) {
        guard words.count >= 5, words[0] == "worker", let url = URL(string: words[1]), let origin = Double(words[3]),
            let limit = Int(words[4])
        else { return nil }
        if words.count > 5, let user = uid_t(words[5]), setgid(user) != 0 || setuid(user) != 0 { return nil }
        // A file that gets too large is an error of the write then.
        signal(SIGXFSZ, SIG_IGN)
        self.url = url
        let (session, state) = (URLSession.forEndpoints(configuration: .ephemeral), Locked(State()))
        (self.session, self.state) = (session, state)
        auth = JWTAuth(
            initialTokens: nil,
            storage: FileTokenStorage(url: URL(fileURLWithPath: words[2])),
            configuration: JWTAuth.Configuration(
                refreshTimeout: .milliseconds(limit), now: { Self.date(since: origin) }),
            clock: QuickClock(speed: Self.speed),
            refreshHandler: { token in
                state.withLock { $0.handlers += 1 }
                defer { state.withLock { $0.handlers -= 1 } }
                let token = String(token.prefix { $0 != "~" })
                let exchange = DatedExchange(token: token, began: Date().timeIntervalSince1970)
                let answer = try await session.response(with: exchange, environment: url)
                state.withLock { $0.received.append(answer.access) }
                if let time = answer.fullDisk {
                    try ResourceLimit.fileSize.set(to: Self.fullDisk)
                    Task.detached {
                        try? await Task.sleep(for: .milliseconds(time))
                        try ResourceLimit.fileSize.set(to: rlim_t.max)
                    }
                }
                return TokenPair(accessToken: answer.access, refreshToken: answer.refresh + Self.padding)
            }
        )
    }

    /// Does what it is told until it is told to end, or the server is gone.
    func run() async {
        var report = "ready"
        while true {
            let received = state.withLock { state in
                defer { state.received = [] }
                return state.received
            }
            let text = ([report] + received).joined(separator: " ")
            guard let order = try? await session.response(with: NextOrder(report: text), environment: url),
                order != "end"
            else { return }
            report = await carryOut(order.split(separator: " ").map(String.init))
        }
    }

    private func carryOut(_ order: [String]) async -> String {
        let number = order.count > 1 ? Int(order[1]) ?? 0 : 0
        switch order[0] {
        case "fetch":
            let count = order.count > 2 ? Int(order[2]) ?? 1 : 1
            // Of several at once one may find another sign-in before the next one asks.
            let label = count == 1 ? await label() : "-"
            return await withTaskGroup(of: String.self) { group in
                for index in 0..<count { group.addTask { await fetch(number + index, label) } }
                return await group.reduce(into: []) { $0.append($1) }.joined(separator: ",")
            }
        case "final":
            // The disk is empty again.
            try? ResourceLimit.fileSize.set(to: rlim_t.max)
            var outcomes: [String] = []
            for index in 0..<6 {
                outcomes.append(await fetch(number + index, await label()))
                if ["done", "notAuthenticated"].contains(outcomes.last) { break }
            }
            return outcomes.joined(separator: ",")
        case "login":
            let pair = TokenPair(accessToken: order[1], refreshToken: order[2] + Self.padding)
            return await outcome { try await auth.login { pair } }
        case "logout":
            return await outcome { try await auth.logout() }
        case "pause":
            try? await Task.sleep(for: .milliseconds(number))
            return "paused"
        default:
            return "unknown"
        }
    }

    /// The sign-in that requests certainly belong to which begin now; a dash when work goes on that may find another.
    private func label() async -> String {
        guard state.withLock({ $0.handlers == 0 }), let tokens = try? await auth.tokens, auth.state == .authenticated
        else { return "-" }
        return tokens.accessToken
    }

    private func fetch(_ number: Int, _ label: String) async -> String {
        await outcome {
            _ = try await session.response(
                with: Fetch(number: "\(number)_\(label)"), environment: url, auth: auth)
        }
    }

    private func outcome(of body: @Sendable () async throws -> Void) async -> String {
        do {
            try await body()
            return "done"
        } catch {
            return "\(Outcome(error))".replacing(" ", with: "")
        }
    }
}

/// The exchange of a refresh token, with the time at which it was begun.
struct DatedExchange: Endpoint {
    typealias Server = Site
    typealias Response = Exchange.Response

    static let definition = Definition(
        method: .post, path: "token", parameters: [.form("refresh_token", \.token), .form("began", \.began)])
    static let auth = NoAuth()

    var token: String
    var began: Double
}

/// Reports what a process has done, and gets the next thing to do.
struct NextOrder: Endpoint {
    typealias Server = Site
    typealias Response = String

    static let definition = Definition(method: .post, path: "next", parameters: [.form("report", \.report)])
    static let auth = NoAuth()

    var report: String
}
#endif
