import Testing

@testable import Endpoints

/// The token state machine, state × event, without any I/O.
@Suite struct TokenStateTests {
    private static let now = Date(timeIntervalSince1970: 1_000_000)
    private static let pair = TokenPair(accessToken: "A1", refreshToken: "r1")

    private func state(_ tokens: TokenPair? = pair, leeway: Duration = .seconds(30)) -> TokenState {
        TokenState(tokens: tokens?.received(at: Self.now), leeway: leeway)
    }

    private func refreshing(_ tokens: TokenPair = pair) -> (state: TokenState, id: RefreshID) {
        var state = state(tokens)
        let id = RefreshID.make()
        _ = state.decide(.newToken, at: Self.now) { id }
        return (state, id)
    }

    enum Verdict: Equatable, Sendable {
        case use(String)
        case start(String)
        case wait
        case notAuthenticated
        case noRefreshToken
    }

    private func verdict(_ decision: TokenState.Decision) -> Verdict? {
        switch decision {
        case .use(let pair): .use(pair.accessToken)
        case .start(_, let refreshToken): .start(refreshToken)
        case .wait: .wait
        case .fail(.notAuthenticated): .notAuthenticated
        case .fail(.noRefreshToken): .noRefreshToken
        case .fail: nil
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let tokens: TokenPair?
        var isRefreshing = false
        let need: TokenState.Need
        let expected: Verdict

        var testDescription: String { name }
    }

    private static func pair(_ access: String, _ refresh: String?, expiresIn: TimeInterval) -> TokenPair {
        TokenPair(accessToken: access, refreshToken: refresh, expiresAt: now.addingTimeInterval(expiresIn))
    }

    static let rows: [Row] = [
        Row(name: "signed out, token", tokens: nil, need: .token, expected: .notAuthenticated),
        Row(name: "signed out, new token", tokens: nil, need: .newToken, expected: .notAuthenticated),
        Row(name: "signed out, replacement", tokens: nil, need: .replacement(of: "A1"), expected: .notAuthenticated),
        Row(name: "good, token", tokens: pair, need: .token, expected: .use("A1")),
        Row(name: "good, new token", tokens: pair, need: .newToken, expected: .start("r1")),
        Row(name: "G4 good, own token refused", tokens: pair, need: .replacement(of: "A1"), expected: .start("r1")),
        Row(name: "G4 good, old token refused", tokens: pair, need: .replacement(of: "A0"), expected: .use("A1")),
        Row(
            name: "R-15 expired, refreshable", tokens: pair("A1", "r1", expiresIn: 0), need: .token,
            expected: .start("r1")),
        Row(
            name: "R-15 expired, not refreshable", tokens: pair("A1", nil, expiresIn: 0), need: .token,
            expected: .use("A1")),
        Row(
            name: "refused, not refreshable", tokens: TokenPair(accessToken: "A1"), need: .replacement(of: "A1"),
            expected: .noRefreshToken),
        Row(
            name: "R-09 refused, empty refresh token", tokens: TokenPair(accessToken: "A1", refreshToken: ""),
            need: .replacement(of: "A1"), expected: .noRefreshToken),
        Row(
            name: "forced, not refreshable", tokens: TokenPair(accessToken: "A1"), need: .newToken,
            expected: .noRefreshToken),
        Row(
            name: "S1-39 empty access token", tokens: TokenPair(accessToken: "", refreshToken: "r1"), need: .token,
            expected: .start("r1")),
        Row(
            name: "S1-39 nothing but empty", tokens: TokenPair(accessToken: ""), need: .token, expected: .noRefreshToken
        ),
        Row(name: "G2 refreshing, token", tokens: pair, isRefreshing: true, need: .token, expected: .wait),
        Row(name: "G1 refreshing, new token", tokens: pair, isRefreshing: true, need: .newToken, expected: .wait),
        Row(
            name: "G1 refreshing, own token refused", tokens: pair, isRefreshing: true, need: .replacement(of: "A1"),
            expected: .wait),
        Row(
            name: "G4 refreshing, old token refused", tokens: pair, isRefreshing: true, need: .replacement(of: "A0"),
            expected: .use("A1")),
    ]

    @Test("every state decides every need", arguments: rows)
    func decides(row: Row) {
        var state = state(row.tokens)
        if row.isRefreshing { _ = state.decide(.newToken, at: Self.now) }
        #expect(verdict(state.decide(row.need, at: Self.now)) == row.expected)
    }

    @Test(
        "G3 S1-38 a token is good while more than the leeway is left of it",
        arguments: [(31.0, true), (30.0, false), (29.0, false), (0.0, false), (-5.0, false)]
    )
    func leeway(remaining: TimeInterval, isGood: Bool) {
        let issued = Self.now.addingTimeInterval(-1000)
        let pair = Self.pair("A1", "r1", expiresIn: remaining).received(at: issued)
        let state = TokenState(tokens: pair, leeway: .seconds(30))
        #expect((state.goodToken(at: Self.now) != nil) == isGood)
    }

    @Test("R-08 half the lifetime bounds the leeway", arguments: [(0.0, true), (4.0, true), (5.0, false)])
    func shortLife(age: TimeInterval, isGood: Bool) {
        let state = state(Self.pair("A1", "r1", expiresIn: 10))
        #expect((state.goodToken(at: Self.now.addingTimeInterval(age)) != nil) == isGood)
    }

    @Test("R-09 a refresh without a refresh token keeps the old one", arguments: [nil, "", "r2"])
    func keepsRefreshToken(renewed: String?) throws {
        var (state, id) = refreshing()
        _ = state.finish(id, with: .success(TokenPair(accessToken: "A2", refreshToken: renewed)), at: Self.now)
        let tokens = try #require(state.tokens)
        #expect(tokens.refreshToken == (renewed == "r2" ? "r2" : "r1"))
        #expect(state.goodToken(at: Self.now)?.accessToken == "A2")
    }

    @Test("R-04 a failed refresh frees the slot and keeps the tokens")
    func failure() {
        var (state, id) = refreshing()
        guard case .failed(.refreshFailed) = state.finish(id, with: .failure(URLError(.timedOut)), at: Self.now) else {
            Issue.record("not a temporary failure")
            return
        }
        #expect(state.tokens == Self.pair)
        #expect(verdict(state.decide(.newToken, at: Self.now)) == .start("r1"))
    }

    @Test("R-13 a rejection ends the sign-in")
    func rejection() {
        var (state, id) = refreshing()
        guard case .ended(.refreshRejected, _) = state.finish(id, with: .failure(RefreshRejection()), at: Self.now)
        else {
            Issue.record("not a rejection")
            return
        }
        #expect(state.tokens == nil)
        #expect(state.refresh == nil)
    }

    @Test("a late result, or one of another refresh, is ignored")
    func late() {
        var (state, id) = refreshing()
        let other = RefreshID.make()
        guard case .ignored = state.finish(other, with: .success(Self.pair), at: Self.now) else {
            Issue.record("a foreign result was taken")
            return
        }
        _ = state.finish(id, with: .success(TokenPair(accessToken: "A2", refreshToken: "r2")), at: Self.now)
        guard case .ignored = state.finish(id, with: .failure(RefreshRejection()), at: Self.now) else {
            Issue.record("a second result was taken")
            return
        }
        #expect(state.tokens?.accessToken == "A2")
    }

    @Test("an empty access token is a failed refresh, not a new one")
    func emptyResult() {
        var (state, id) = refreshing()
        guard case .failed = state.finish(id, with: .success(TokenPair(accessToken: "")), at: Self.now) else {
            Issue.record("an empty token was taken")
            return
        }
        #expect(state.tokens == Self.pair)
    }
}
