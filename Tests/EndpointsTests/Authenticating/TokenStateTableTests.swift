import Testing

@testable import Endpoints

/// The token state machine: every state × every need, command and event, without any I/O.
@Suite struct TokenStateTableTests {
    /// What each state says to each need: look, token, own token refused, older token refused, new token.
    static let needs: [String: [String]] = [
        "unread": all("begin load → reading"),
        "unread, failed": all("begin load → reading again"),
        "signed out": all("begin load → reading, signed out"),
        "signed out, not cleared": all("notAuthenticated → signed out, not cleared"),
        "signed in": [
            "use A1 → signed in A1", "use A1 → signed in A1", "begin load → rereading A1", "use A1 → signed in A1",
            "begin load → rereading A1",
        ],
        "unsaved initial": look("use A1 → unsaved initial A1", else: "begin load → rereading before save initial A1"),
        "unsaved given": look("use A1 → unsaved given A1", else: "begin save A1 → saving given again A1"),
        "unsaved sign-in": look("use A1 → unsaved sign-in A1", else: "begin load → rereading before save sign-in A1"),
        "unsaved refresh": [
            "use A1 → unsaved refresh A1", "use A1 → unsaved refresh A1",
            "begin load → rereading before save refresh A1", "use A1 → unsaved refresh A1",
            "begin load → rereading before save refresh A1",
        ],
        "reading": all("wait → reading"),
        "reading again": all("wait → reading again"),
        "reading, signed out": all("wait → reading, signed out"),
        "saving initial": all("wait → saving initial A1"),
        "saving given": all("wait → saving given A1"),
        "saving sign-in": all("wait → saving sign-in A1"),
        "saving refresh": all("wait → saving refresh A1"),
        "saving given again": look("use A1 → saving given again A1", else: "wait → saving given again A1"),
        "saving refresh again": during("saving refresh again"),
        "rereading before save initial": look(
            "use A1 → rereading before save initial A1", else: "wait → rereading before save initial A1"),
        "rereading before save sign-in": look(
            "use A1 → rereading before save sign-in A1", else: "wait → rereading before save sign-in A1"),
        "rereading before save refresh": during("rereading before save refresh"),
        "clearing for sign-in": look(
            "notAuthenticated → clearing for sign-in", else: "wait → clearing for sign-in"),
        "signing in": look("notAuthenticated → signing in", else: "wait → signing in"),
        "rereading": during("rereading"), "preparing": during("preparing"), "pausing": during("pausing"),
        "asking": during("asking"),
        "rereading, rejected": look("use A1 → rereading, rejected A1", else: "wait → rereading, rejected A1"),
        "clearing, rejected": look("notAuthenticated → clearing, rejected", else: "wait → clearing, rejected"),
    ]

    private static func all(_ text: String) -> [String] { Array(repeating: text, count: 5) }
    private static func look(_ text: String, else other: String) -> [String] {
        [text] + Array(repeating: other, count: 4)
    }

    /// Work that somebody waits for who needs another token than the present one.
    private static func during(_ state: String) -> [String] {
        ["use A1", "wait", "wait", "use A1", "wait"].map { "\($0) → \(state) A1" }
    }

    @Test("every state decides every need", arguments: TokenState.samples.map(\.name))
    func needs(name: String) throws {
        let phase = try #require(TokenState.samples.first { $0.name == name }?.phase)
        let needs: [TokenState.Need] = [.look, .token, .replacement(of: "A1"), .replacement(of: "A0"), .newToken]
        let said = needs.map { need in
            var state = TokenState.sample(phase)
            let decision = state.decide(need, at: TokenState.sampleNow)
            return "\(decision.summary) → \(state.summary)"
        }
        #expect(said == Self.needs[name])
    }

    private static func saved(_ origin: String, again: Bool = false) -> [String: String] {
        [
            "written": "end \(again ? "again" : "A1")\(origin == "refresh" ? ", updated A1" : "") → signed in A1",
            "not written": "end storageFailed → unsaved \(origin) A1",
            "blocked": "end storageFailed → unsaved \(origin) A1",
        ]
    }
    private static let read = [
        "loaded nothing": "end notAuthenticated → signed out", "loaded empty": "end notAuthenticated → signed out",
        "loaded old": "end again → signed in A0", "loaded same": "end again → signed in A1",
        "loaded newer": "end again → signed in A2", "load failed": "end storageFailed → unread, failed",
        "blocked": "end storageFailed → unread, failed",
    ]

    /// What the events mean that can come; every other one says “stop” and changes nothing.
    static let events: [String: [String: String]] = [
        "reading": read, "reading again": read,
        "reading, signed out": read.merging([
            "load failed": "end storageFailed → signed out", "blocked": "end storageFailed → signed out",
        ]) { $1 },
        "saving initial": saved("initial"), "saving given": saved("given"), "saving sign-in": saved("sign-in"),
        "saving given again": saved("given", again: true), "saving refresh": saved("refresh"),
        "saving refresh again": saved("refresh", again: true),
        "rereading before save initial": [
            "prepared": "load → rereading before save initial A1", "paused": "load → rereading before save initial A1",
            "held up": "load → rereading before save initial A1",
            "noted by another": "load → rereading before save initial A1",
            "not prepared": "load → rereading before save initial A1",
            "loaded nothing": "save A1 → saving initial again A1",
            "loaded empty": "end notAuthenticated → signed out",
            "loaded old": "end A0, updated A0 → signed in A0", "loaded same": "end A1, updated A1 → signed in A1",
            "loaded newer": "end A2, updated A2 → signed in A2",
            "load failed": "end storageFailed → unsaved initial A1",
            "blocked": "end storageFailed → unsaved initial A1",
        ],
        "rereading before save sign-in": [
            "prepared": "load → rereading before save sign-in A1", "paused": "load → rereading before save sign-in A1",
            "held up": "load → rereading before save sign-in A1",
            "noted by another": "load → rereading before save sign-in A1",
            "not prepared": "load → rereading before save sign-in A1",
            "loaded nothing": "save A1 → saving sign-in again A1",
            "loaded empty": "end notAuthenticated → signed out",
            "loaded old": "end A0, updated A0 → signed in A0", "loaded same": "end A1, updated A1 → signed in A1",
            "loaded newer": "end A2, updated A2 → signed in A2",
            "load failed": "end storageFailed → unsaved sign-in A1",
            "blocked": "end storageFailed → unsaved sign-in A1",
        ],
        "rereading before save refresh": [
            "prepared": "load → rereading before save refresh A1", "paused": "load → rereading before save refresh A1",
            "held up": "load → rereading before save refresh A1",
            "noted by another": "load → rereading before save refresh A1",
            "not prepared": "load → rereading before save refresh A1",
            "loaded nothing": "end notAuthenticated → signed out", "loaded empty": "end notAuthenticated → signed out",
            "loaded old": "save A1 → saving refresh again A1", "loaded same": "end A1, updated A1 → signed in A1",
            "loaded newer": "end A2, updated A2 → signed in A2",
            "load failed": "end storageFailed → unsaved refresh A1",
            "blocked": "end storageFailed → unsaved refresh A1",
        ],
        "clearing for sign-in": [
            "written": "sign in → signing in",
            "not written": "end notAuthenticated, tells storageFailed → signed out, not cleared",
            "blocked": "end notAuthenticated, tells storageFailed → signed out, not cleared",
        ],
        "signing in": [
            "answered": "save A2 → saving sign-in A2",
            "answered empty": "end notAuthenticated, tells custom → signed out",
            "refused": "end notAuthenticated, tells RefreshRejection → signed out",
            "failed": "end notAuthenticated, tells URLError → signed out",
            "too late": "end notAuthenticated, tells refreshTimedOut → signed out",
        ],
        "rereading": [
            "loaded nothing": "end notAuthenticated → signed out", "loaded empty": "end notAuthenticated → signed out",
            "loaded same": "prepare r1 → preparing A1", "loaded old": "end A0, updated A0 → signed in A0",
            "loaded newer": "end A2, updated A2 → signed in A2",
            "load failed": "end storageFailed → signed in A1", "blocked": "end storageFailed → signed in A1",
        ],
        "preparing": [
            "prepared": "ask r1 → asking A1", "noted by another": "pause → pausing A1",
            "not prepared": "end storageFailed → signed in A1",
        ],
        "pausing": [
            "paused": "load → rereading A1", "blocked": "end storageFailed → signed in A1",
            "held up": "end refreshTimedOut → signed in A1",
        ],
        "asking": [
            "answered": "save A2 → saving refresh A2", "answered empty": "end refreshFailed → signed in A1",
            "refused": "load → rereading, rejected A1", "failed": "end refreshFailed → signed in A1",
            "too late": "end refreshTimedOut → signed in A1",
        ],
        "rereading, rejected": [
            "loaded nothing": "end refreshRejected, signs out → signed out",
            "loaded empty": "end refreshRejected, signs out → signed out",
            "loaded same": "clear → clearing, rejected", "loaded old": "end A0, updated A0 → signed in A0",
            "loaded newer": "end A2, updated A2 → signed in A2",
            "load failed": "end storageFailed → signed in A1", "blocked": "end storageFailed → signed in A1",
            "prepared": "load → rereading, rejected A1", "noted by another": "load → rereading, rejected A1",
            "not prepared": "load → rereading, rejected A1", "paused": "load → rereading, rejected A1",
            "held up": "load → rereading, rejected A1",
        ],
        "clearing, rejected": [
            "written": "end refreshRejected, signs out → signed out",
            "not written": "end refreshRejected, signs out → signed out, not cleared",
            "blocked": "end refreshRejected, signs out → signed out, not cleared",
        ],
    ]

    @Test("every state takes in every event, also those that can't come", arguments: TokenState.samples.map(\.name))
    func events(name: String) throws {
        let phase = try #require(TokenState.samples.first { $0.name == name }?.phase)
        for (eventName, event) in TokenState.events {
            var state = TokenState.sample(phase)
            let before = state.summary
            let step = state.handle(event, of: TokenState.sampleID, at: TokenState.sampleNow)
            let expected = Self.events[name]?[eventName] ?? "stop → \(before)"
            #expect("\(step.summary) → \(state.summary)" == expected, "\(eventName)")
        }
    }

    @Test("G10 what comes of superseded work changes nothing", arguments: TokenState.samples.map(\.name))
    func superseded(name: String) throws {
        let phase = try #require(TokenState.samples.first { $0.name == name }?.phase)
        for (eventName, event) in TokenState.events {
            var state = TokenState.sample(phase)
            let before = state.summary
            let step = state.handle(event, of: WorkID.make(), at: TokenState.sampleNow)
            #expect("\(step.summary) → \(state.summary)" == "stop → \(before)", "\(eventName)")
        }
    }

    @Test("G10 every state obeys every command, and work that ran is over", arguments: TokenState.samples.map(\.name))
    func commands(name: String) throws {
        let phase = try #require(TokenState.samples.first { $0.name == name }?.phase)
        let commands: [(stored: Bool, expected: [String])] = [
            (true, ["clear → clearing for sign-in", "save A2 → saving given A2", "signed out, not cleared"]),
            (false, ["sign in → signing in", "done → signed in A2", "signed out, not cleared"]),
        ]
        for (isStored, expected) in commands {
            let start = TokenState.sample(phase, stored: isStored)
            var (signingIn, given, signedOut) = (start, start, start)
            let step = signingIn.beginSignIn(WorkID.make())
            let saving = given.set(TokenState.newer, WorkID.make())
            signedOut.signOut()
            #expect("\(step.summary) → \(signingIn.summary)" == expected[0])
            #expect("\(saving?.summary ?? "done") → \(given.summary)" == expected[1])
            #expect(signedOut.summary == expected[2])
            for state in [signingIn, given, signedOut] {
                #expect(state.generation == start.generation + 1)
                #expect(state.work != TokenState.sampleID)
            }
        }
    }

    @Test("a store that has been cleared is read again; one that may not be stays closed to the next user")
    func cleared() {
        var state = TokenState.sample(.signedIn(TokenState.pair), initial: TokenState.pair)
        state.signOut()
        #expect(state.decide(.token, at: TokenState.sampleNow).summary == "notAuthenticated")
        state.didClear(for: state.generation - 1)
        #expect(state.summary == "signed out, not cleared")
        state.didClear(for: state.generation)
        let id = WorkID.make()
        #expect(state.decide(.token, at: TokenState.sampleNow) { id }.summary == "begin load")
        // The initial tokens were those of the one who has left.
        let step = state.handle(.loaded(.success(nil)), of: id, at: TokenState.sampleNow)
        #expect(step.summary == "end notAuthenticated")
    }

    @Test("S1-26 every state shows one of six", arguments: TokenState.samples.map(\.name))
    func visible(name: String) throws {
        let phase = try #require(TokenState.samples.first { $0.name == name }?.phase)
        let expected: [String: AuthenticationState] = [
            "unread": .loading, "reading": .loading, "saving initial": .loading,
            "unread, failed": .storageFailed, "reading again": .storageFailed, "unsaved initial": .storageFailed,
            "unsaved given": .storageFailed, "unsaved sign-in": .storageFailed, "unsaved refresh": .storageFailed,
            "saving given again": .storageFailed, "saving refresh again": .storageFailed,
            "rereading before save initial": .storageFailed, "rereading before save sign-in": .storageFailed,
            "rereading before save refresh": .storageFailed,
            "signed out": .unauthenticated, "signed out, not cleared": .unauthenticated,
            "reading, signed out": .unauthenticated, "signed in": .authenticated, "saving given": .authenticating,
            "saving sign-in": .authenticating, "clearing for sign-in": .authenticating, "signing in": .authenticating,
            "rereading": .refreshing, "preparing": .refreshing, "pausing": .refreshing, "asking": .refreshing,
            "saving refresh": .refreshing,
            "rereading, rejected": .refreshing, "clearing, rejected": .refreshing,
        ]
        #expect(TokenState.sample(phase).visible == expected[name])
    }
}
