import Testing

@testable import Endpoints

/// The token state machine: every state × every need, command and event, without any I/O.
@Suite struct TokenStateTableTests {
    /// What each state says to each need: look, token, own token refused, older token refused, new token.
    static let needs: [String: [String]] = [
        "unread": Array(repeating: "begin load → reading", count: 5),
        "unread, failed": Array(repeating: "begin load → reading again", count: 5),
        "signed out": Array(repeating: "notAuthenticated → signed out", count: 5),
        "signed in": [
            "use A1 → signed in A1", "use A1 → signed in A1", "begin load → rereading A1", "use A1 → signed in A1",
            "begin load → rereading A1",
        ],
        "unsaved": ["use A1 → unsaved A1"] + Array(repeating: "begin save A1 → saving again A1", count: 4),
        "unsaved, refreshed": ["use A1 → unsaved, refreshed A1"]
            + Array(repeating: "begin save A1 → saving refresh again A1", count: 4),
        "reading": Array(repeating: "wait → reading", count: 5),
        "reading again": Array(repeating: "wait → reading again", count: 5),
        "saving initial": Array(repeating: "wait → saving initial A1", count: 5),
        "saving given": Array(repeating: "wait → saving given A1", count: 5),
        "saving sign-in": Array(repeating: "wait → saving sign-in A1", count: 5),
        "saving refresh": Array(repeating: "wait → saving refresh A1", count: 5),
        "saving again": Array(repeating: "wait → saving again A1", count: 5),
        "saving refresh again": Array(repeating: "wait → saving refresh again A1", count: 5),
        "clearing for sign-in": ["notAuthenticated → clearing for sign-in"]
            + Array(repeating: "wait → clearing for sign-in", count: 4),
        "signing in": ["notAuthenticated → signing in"] + Array(repeating: "wait → signing in", count: 4),
        "rereading": [
            "use A1 → rereading A1", "wait → rereading A1", "wait → rereading A1", "use A1 → rereading A1",
            "wait → rereading A1",
        ],
        "asking": [
            "use A1 → asking A1", "wait → asking A1", "wait → asking A1", "use A1 → asking A1", "wait → asking A1",
        ],
        "rereading, rejected": ["use A1 → rereading, rejected A1"]
            + Array(repeating: "wait → rereading, rejected A1", count: 4),
        "clearing, rejected": ["notAuthenticated → clearing, rejected"]
            + Array(repeating: "wait → clearing, rejected", count: 4),
    ]

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

    private static let saved = ["written": "end A1 → signed in A1"]
    private static let savedRefresh = ["written": "end A1, updated A1 → signed in A1"]
    private static func unsaved(_ name: String) -> [String: String] {
        ["not written": "end storageFailed → \(name) A1", "blocked": "end storageFailed → \(name) A1"]
    }
    private static func read(_ name: String) -> [String: String] {
        [
            "loaded nothing": "end again → signed out", "loaded empty": "end again → signed out",
            "loaded same": "end again → signed in A1", "loaded newer": "end again → signed in A2",
            "load failed": "end storageFailed → unread, failed", "blocked": "end storageFailed → unread, failed",
        ]
    }

    /// What the events mean that can come; every other one says “stop” and changes nothing.
    static let events: [String: [String: String]] = [
        "reading": read("reading"), "reading again": read("reading again"),
        "saving initial": saved.merging(unsaved("unsaved")) { $1 },
        "saving given": saved.merging(unsaved("unsaved")) { $1 },
        "saving sign-in": saved.merging(unsaved("unsaved")) { $1 },
        "saving again": saved.merging(unsaved("unsaved")) { $1 },
        "saving refresh": savedRefresh.merging(unsaved("unsaved, refreshed")) { $1 },
        "saving refresh again": savedRefresh.merging(unsaved("unsaved, refreshed")) { $1 },
        "clearing for sign-in": [
            "written": "sign in → signing in",
            "not written": "end notAuthenticated, tells storageFailed → signed out",
            "blocked": "end notAuthenticated, tells storageFailed → signed out",
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
            "loaded same": "ask r1 → asking A1", "loaded newer": "end A2, updated A2 → signed in A2",
            "load failed": "end storageFailed → signed in A1", "blocked": "end storageFailed → signed in A1",
        ],
        "asking": [
            "answered": "save A2 → saving refresh A2", "answered empty": "end refreshFailed → signed in A1",
            "refused": "load → rereading, rejected A1", "failed": "end refreshFailed → signed in A1",
            "too late": "end refreshTimedOut → signed in A1",
        ],
        "rereading, rejected": [
            "loaded nothing": "end refreshRejected, signs out → signed out",
            "loaded empty": "end refreshRejected, signs out → signed out",
            "loaded same": "clear → clearing, rejected", "loaded newer": "end A2, updated A2 → signed in A2",
            "load failed": "end storageFailed → signed in A1", "blocked": "end storageFailed → signed in A1",
        ],
        "clearing, rejected": [
            "written": "end refreshRejected, signs out → signed out",
            "not written": "end refreshRejected, signs out → signed out",
            "blocked": "end refreshRejected, signs out → signed out",
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
            (true, ["clear → clearing for sign-in", "save A2 → saving given A2", "signed out"]),
            (false, ["sign in → signing in", "done → signed in A2", "signed out"]),
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

    @Test("S1-26 every state shows one of six", arguments: TokenState.samples.map(\.name))
    func visible(name: String) throws {
        let phase = try #require(TokenState.samples.first { $0.name == name }?.phase)
        let expected: [String: AuthenticationState] = [
            "unread": .loading, "reading": .loading, "saving initial": .loading,
            "unread, failed": .storageFailed, "reading again": .storageFailed, "unsaved": .storageFailed,
            "unsaved, refreshed": .storageFailed, "saving again": .storageFailed,
            "saving refresh again": .storageFailed, "signed out": .unauthenticated, "signed in": .authenticated,
            "saving given": .authenticating, "saving sign-in": .authenticating,
            "clearing for sign-in": .authenticating, "signing in": .authenticating, "rereading": .refreshing,
            "asking": .refreshing, "saving refresh": .refreshing, "rereading, rejected": .refreshing,
            "clearing, rejected": .refreshing,
        ]
        #expect(TokenState.sample(phase).visible == expected[name])
    }
}
