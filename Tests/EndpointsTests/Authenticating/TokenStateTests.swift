import Testing

@testable import Endpoints

/// What the token state machine makes of pairs, dates and chains of steps.
@Suite struct TokenStateTests {
    private static let now = TokenState.sampleNow
    private static let pair = TokenState.pair

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let tokens: TokenPair?
        let need: TokenState.Need
        let expected: String
        var isStored = false

        var testDescription: String { name }
    }

    private static func pair(
        _ access: String, _ refresh: String?, expiresIn: TimeInterval, refreshExpiresIn: TimeInterval? = nil
    ) -> TokenPair {
        TokenPair(
            accessToken: access, refreshToken: refresh, expiresAt: now.addingTimeInterval(expiresIn),
            refreshExpiresAt: refreshExpiresIn.map(now.addingTimeInterval))
    }

    static let rows: [Row] = [
        Row(name: "signed out, token", tokens: nil, need: .token, expected: "notAuthenticated"),
        Row(name: "good, token", tokens: pair, need: .token, expected: "use A1"),
        Row(name: "good, new token", tokens: pair, need: .newToken, expected: "begin ask r1"),
        Row(name: "G4 good, own token refused", tokens: pair, need: .replacement(of: "A1"), expected: "begin ask r1"),
        Row(name: "G4 good, old token refused", tokens: pair, need: .replacement(of: "A0"), expected: "use A1"),
        Row(
            name: "R-15 expired, refreshable", tokens: pair("A1", "r1", expiresIn: 0), need: .token,
            expected: "begin ask r1"),
        Row(
            name: "R-15 expired, not refreshable", tokens: pair("A1", nil, expiresIn: 0), need: .token,
            expected: "use A1"),
        Row(
            name: "refused, not refreshable", tokens: TokenPair(accessToken: "A1"), need: .replacement(of: "A1"),
            expected: "begin end noRefreshToken, signs out"),
        Row(
            name: "R-18 refused, not refreshable, maybe another owner is", tokens: TokenPair(accessToken: "A1"),
            need: .replacement(of: "A1"), expected: "begin load", isStored: true),
        Row(
            name: "R-09 refused, empty refresh token", tokens: TokenPair(accessToken: "A1", refreshToken: ""),
            need: .replacement(of: "A1"), expected: "begin end noRefreshToken, signs out"),
        Row(
            name: "forced, not refreshable", tokens: TokenPair(accessToken: "A1"), need: .newToken,
            expected: "noRefreshToken"),
        Row(
            name: "S1-39 empty access token", tokens: TokenPair(accessToken: "", refreshToken: "r1"), need: .token,
            expected: "begin ask r1"),
        Row(
            name: "S1-39 nothing but empty", tokens: TokenPair(accessToken: ""), need: .token,
            expected: "noRefreshToken"),
        Row(
            name: "S1-31 both have expired", tokens: pair("A1", "r1", expiresIn: 0, refreshExpiresIn: 0), need: .token,
            expected: "begin end refreshRejected, signs out"),
        Row(
            name: "S1-31 refused, and the refresh token has expired",
            tokens: pair("A1", "r1", expiresIn: 600, refreshExpiresIn: -1), need: .replacement(of: "A1"),
            expected: "begin end refreshRejected, signs out"),
        Row(
            name: "S1-31 the last seconds of a token that can't be renewed any more",
            tokens: pair("A1", "r1", expiresIn: 5, refreshExpiresIn: -1), need: .token, expected: "use A1"),
        Row(
            name: "S1-31 both have expired, maybe another owner's have not",
            tokens: pair("A1", "r1", expiresIn: 0, refreshExpiresIn: 0), need: .token, expected: "begin load",
            isStored: true),
    ]

    @Test("pairs of every kind decide needs", arguments: rows)
    func decides(row: Row) {
        var state = TokenState.sample(
            row.tokens.map { .signedIn($0) } ?? .signedOut(isCleared: true), stored: row.isStored)
        #expect(state.decide(row.need, at: Self.now).summary == row.expected)
    }

    @Test(
        "G3 S1-38 a token is good while more than the leeway is left of it",
        arguments: [(31.0, true), (30.0, false), (29.0, false), (0.0, false), (-5.0, false)]
    )
    func leeway(remaining: TimeInterval, isGood: Bool) {
        let issued = Self.now.addingTimeInterval(-1000)
        let state = TokenState.signedIn(Self.pair("A1", "r1", expiresIn: remaining).received(at: issued))
        #expect((state.goodToken(at: Self.now) != nil) == isGood)
    }

    @Test("R-08 half the lifetime bounds the leeway", arguments: [(0.0, true), (4.0, true), (5.0, false)])
    func shortLife(age: TimeInterval, isGood: Bool) {
        let state = TokenState.signedIn(Self.pair("A1", "r1", expiresIn: 10).received(at: Self.now))
        #expect((state.goodToken(at: Self.now.addingTimeInterval(age)) != nil) == isGood)
    }

    @Test("R-09 a refresh without a refresh token keeps the old one", arguments: [nil, "", "r2"])
    func keepsRefreshToken(renewed: String?) throws {
        var state = TokenState.sample(.working(TokenState.sampleID, .asking(Self.pair)), stored: false)
        let answer = TokenPair(accessToken: "A2", refreshToken: renewed)
        _ = state.handle(.answered(.success(answer)), of: TokenState.sampleID, at: Self.now)
        let tokens = try #require(state.tokens)
        #expect(tokens.refreshToken == (renewed == "r2" ? "r2" : "r1"))
        #expect(state.goodToken(at: Self.now)?.text == "A2")
    }

    @Test("R-19 a rejection that can't be checked against the store is no sign-out, and nothing is asked twice")
    func uncheckedRejection() {
        var state = TokenState.sample(.working(TokenState.sampleID, .asking(Self.pair)))
        let id = TokenState.sampleID
        _ = state.handle(.answered(.failure(RefreshRejection())), of: id, at: Self.now)
        let step = state.handle(.loaded(.failure(TokenState.Disk())), of: id, at: Self.now)
        #expect(step.summary == "end storageFailed")
        #expect(state.summary == "signed in A1")

        let next = WorkID.make()
        _ = state.decide(.newToken, at: Self.now) { next }
        #expect(state.handle(.loaded(.success(Self.pair)), of: next, at: Self.now).summary == "clear")
        #expect(state.handle(.written(.success(())), of: next, at: Self.now).summary.hasSuffix("signs out"))
    }

    @Test("initial tokens count when the store has none, and are saved")
    func initialTokens() {
        var state = TokenState(initialTokens: Self.pair, isStored: true, leeway: .zero)
        let id = WorkID.make()
        _ = state.decide(.token, at: Self.now) { id }
        #expect(state.needsExclusiveAccess)
        var restored = state
        #expect(state.handle(.loaded(.success(nil)), of: id, at: Self.now).summary == "save A1")
        #expect(restored.handle(.loaded(.success(TokenState.newer)), of: id, at: Self.now).summary == "end again")
        #expect(restored.summary == "signed in A2")
    }

    @Test("late answers about the last tokens are known as ours, until another user may be signed in")
    func ownTokens() throws {
        var state = TokenState.signedIn(TokenState.pair.belonging(to: UUID()))
        _ = try state.renew(with: TokenState.newer, WorkID.make())
        #expect(state.isOwn("A1") && state.isOwn("A2") && !state.isOwn("A3"))
        for number in 0..<40 { _ = try state.renew(with: TokenPair(accessToken: "B\(number)"), WorkID.make()) }
        #expect(!state.isOwn("A1") && state.isOwn("B38"))
        var (out, given, other, same) = (state, state, state, state)
        out.signOut()
        _ = given.set(TokenState.newer, WorkID.make())
        _ = other.beginSignIn(WorkID.make())
        _ = same.beginSignIn(WorkID.make(), keepingCalls: true)
        #expect(same.isOwn("B38") && same.isOwn("B39"))
        for state in [out, given, other] { #expect(!state.isOwn("B38") && !state.isOwn("B39")) }
    }

    @Test("R-08 a pair that was saved is used when it is good, and renewed when it isn't", arguments: [0.0, 600.0])
    func savedPair(expiresIn: TimeInterval) {
        let pair = Self.pair("A1", "r1", expiresIn: expiresIn)
        for origin in [TokenState.Origin.initial, .given, .signIn] {
            var state = TokenState.sample(.working(TokenState.sampleID, .saving(pair, origin, shown: .authenticating)))
            let step = state.handle(.written(.success(())), of: TokenState.sampleID, at: Self.now)
            #expect(step.summary == (expiresIn > 0 ? "end A1" : "end again"))
        }
        let refreshed = TokenState.Activity.saving(pair, .refresh(of: TokenState.old), shown: .refreshing)
        var state = TokenState.sample(.working(TokenState.sampleID, refreshed))
        #expect(state.handle(.written(.success(())), of: TokenState.sampleID, at: Self.now).summary.hasPrefix("end A1"))
    }

    @Test("an answer that comes after the time limit is taken while its refresh token is the present one")
    func lateAnswer() {
        let id = WorkID.make()
        var stored = TokenState.sample(.signedIn(Self.pair))
        let step = stored.takeLate(TokenState.newer, for: "r1", of: stored.generation, id, at: Self.now)
        #expect(step.summary == "load")
        #expect(stored.summary == "rereading before save refresh A2")
        #expect(stored.visible == .refreshing)
        #expect(stored.handle(.loaded(.success(Self.pair)), of: id, at: Self.now).summary == "save A2")

        var unstored = TokenState.signedIn()
        let end = unstored.takeLate(TokenState.newer, for: "r1", of: unstored.generation, id, at: Self.now)
        #expect(end.summary == "end A2, updated A2")

        // The next refresh is still reading the store, or has just been refused.
        for activity in [.rereading(Self.pair), .rereadingAfterRejection(Self.pair, RefreshRejection())]
            as [TokenState.Activity]
        {
            var next = TokenState.sample(.working(id, activity))
            let other = WorkID.make()
            #expect(next.takeLate(TokenState.newer, for: "r1", of: 0, other, at: Self.now).summary == "stop")
            #expect(next.handle(.loaded(.success(Self.pair)), of: id, at: Self.now).summary == "save A2")
        }

        let phases: [TokenState.Phase] = [
            .signedIn(TokenState.newer), .signedOut(isCleared: true), .working(id, .asking(Self.pair)),
        ]
        for phase in phases {
            var state = TokenState.sample(phase)
            let before = state.summary
            #expect(state.takeLate(TokenState.newer, for: "r1", of: 0, id, at: Self.now).summary == "stop")
            #expect(state.summary == before)
        }
        var ended = TokenState.signedIn()
        #expect(
            ended.takeLate(TokenState.newer, for: "r1", of: ended.generation - 1, id, at: Self.now).summary == "stop")
        #expect(TokenState.sample(phases[2]).isAsking(with: "r1", in: 0))
        #expect(!TokenState.sample(phases[2]).isAsking(with: "r2", in: 0))
    }
}
