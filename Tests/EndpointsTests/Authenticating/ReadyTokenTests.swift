import TestSupport
import Testing

@testable import Endpoints

/// What readers see without a decision is never behind what there is.
@Suite(.timeLimit(.minutes(5)))
struct ReadyTokenTests {
    /// What a reader may take, told from the phase.
    private func expected(_ state: TokenState, at now: Date) -> String? {
        let pair: TokenPair
        switch state.phase {
        case .signedIn(let present), .unsaved(let present, .refresh),
            .working(_, .saving(let present, .refresh, .storageFailed)),
            .working(_, .rereadingBeforeSave(let present, .refresh, .storageFailed)):
            pair = present
        default: return nil
        }
        guard !pair.accessToken.isEmpty else { return nil }
        guard let expiresAt = pair.expiresAt else { return pair.accessToken }
        let lifetime = pair.receivedAt.map { max(0, expiresAt.timeIntervalSince($0)) } ?? .infinity
        return expiresAt.timeIntervalSince(now) > min(30, lifetime / 2) ? pair.accessToken : nil
    }

    private func pair(_ number: Int, _ numbers: inout SplitMix64) -> TokenPair {
        let now = TokenState.sampleNow
        let dates = [nil, now + 3600, now + 31, now + 30, now + 20, now, now - 5]
        let pair = TokenPair(
            accessToken: numbers.happens(5) ? "" : "A\(number)", refreshToken: "r\(number)",
            expiresAt: dates[numbers.below(dates.count)])
        return numbers.happens(50) ? pair.received(at: now - Double(numbers.below(100))) : pair
    }

    @Test("after every command, need and event readers see the pair of the present phase", arguments: 0..<200)
    func neverStale(seed: Int) {
        var numbers = SplitMix64(seed: UInt64(seed))
        let now = TokenState.sampleNow
        let first = numbers.happens(50) ? pair(0, &numbers) : nil
        var state = TokenState(initialTokens: first, isStored: numbers.happens(50), leeway: .seconds(30))
        #expect(state.goodToken(at: now)?.text == expected(state, at: now))
        for number in 1...200 {
            let new = pair(number, &numbers)
            let id = WorkID(scope: numbers.happens(30) ? UniqueID() : nil)
            switch numbers.below(8) {
            case 0: state.signOut()
            case 1: state.didClear(for: state.generation)
            case 2: _ = state.set(new, id)
            case 3: _ = state.beginSignIn(id)
            case 4: _ = state.decide([.look, .token, .newToken][numbers.below(3)], at: now) { id }
            default:
                guard let running = state.work else { continue }
                let answers: [TokenState.Event] = [
                    .loaded(.success(new)), .answered(.success(new)), .written(.success(())),
                ]
                let events = answers + TokenState.events.map(\.event)
                _ = state.handle(events[numbers.below(events.count)], of: running, at: now)
            }
            for age in [0, 1, 10, 40, 4000.0] {
                #expect(state.goodToken(at: now + age)?.text == expected(state, at: now + age))
            }
            if let good = state.goodToken(at: now) { #expect(good.scope == state.scope) }
        }
    }

    @Test("a reader never gets a token from before a sign-in or sign-out that has returned")
    func commands() async throws {
        let auth = JWTAuth { _ in throw URLError(.badServerResponse) }
        let (set, isOver) = (Locked(0), Locked(false))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    while !isOver.withLock({ $0 }) {
                        let least = set.withLock { $0 }
                        let token = try? await auth.accessToken()
                        #expect(token.map { Int($0) ?? 0 >= least } ?? true)
                        await Task.yield()
                    }
                }
            }
            for number in 1...500 {
                try await auth.setTokens(TokenPair(accessToken: "\(number)", refreshToken: "r"))
                set.withLock { $0 = number }
                #expect(try await auth.accessToken() == "\(number)")
                guard number % 5 == 0 else { continue }
                try await auth.logout()
                set.withLock { $0 = number + 1 }
                await #expect(throws: AuthenticationError.self) { try await auth.accessToken() }
            }
            isOver.withLock { $0 = true }
            try await group.waitForAll()
        }
    }

    @Test("readers see a refresh, one that failed, an expiry and what another owner stored")
    func journey() async throws {
        let clock = RuleClock()
        let store = InMemoryTokenStorage(TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: clock.after(100)))
        let isBroken = Locked(false)
        let auth = JWTAuth(
            storage: store, configuration: .init(now: { clock.now }),
            refreshHandler: { _ in
                if isBroken.withLock({ $0 }) { throw URLError(.timedOut) }
                return TokenPair(accessToken: "A2", refreshToken: "r2", expiresAt: clock.after(100))
            })
        #expect(try auth.goodToken() == nil)
        #expect(try await auth.accessToken() == "A1")
        #expect(try auth.goodToken() == "A1")
        clock.advance(by: 80)
        #expect(try auth.goodToken() == nil)
        #expect(try await auth.accessToken() == "A2")
        #expect(try auth.goodToken() == "A2")
        isBroken.withLock { $0 = true }
        await #expect(throws: AuthenticationError.self) { try await auth.newAccessToken() }
        #expect(try auth.goodToken() == "A2")
        clock.advance(by: 80)
        #expect(try auth.goodToken() == nil)
        store.save(TokenPair(accessToken: "A3", refreshToken: "r3", expiresAt: clock.after(100)))
        #expect(try await auth.accessToken() == "A3")
        #expect(try auth.goodToken() == "A3")
        try await auth.logout()
        #expect(try auth.goodToken() == nil)
    }
}
