import Testing

@testable import Endpoints

extension JWTAuth {
    /// Keeps the actor busy, on a thread of its own, until the semaphore lets it go.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    fileprivate nonisolated func occupied(until end: DispatchSemaphore) async -> Task<Void, Never> {
        let isOccupied = Signal()
        let occupation = Task(executorPreference: OwnThreads()) { await self.occupy(isOccupied, until: end) }
        await isOccupied.wait()
        return occupation
    }

    private func occupy(_ isOccupied: Signal, until end: DispatchSemaphore) {
        isOccupied.send()
        Self.block(until: end)
    }

    private nonisolated static func block(until end: DispatchSemaphore) { end.wait() }
}

@Suite("JWTAuth", .timeLimit(.minutes(5)))
struct JWTAuthTests {
    @Test("a good token is read while the actor is busy: it takes no hop")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func goodTokenTakesNoHop() async throws {
        let auth = JWTAuth(initialTokens: TokenState.pair) { _ in TokenState.newer }
        let end = DispatchSemaphore(value: 0)
        let occupation = await auth.occupied(until: end)
        // Would wait for ever if one of them asked the actor.
        #expect(try await auth.accessToken() == "A1")
        let request = try await auth.authenticate(request: URLRequest(url: url("https://api.example.com/")))
        #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer A1")
        #expect(auth.state == .authenticated)
        end.signal()
        await occupation.value
    }

    @Test("who comes while a refresh runs waits for it without asking the actor")
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func joiningTakesNoHop() async throws {
        let (isAsked, answer) = (Signal(), Signal())
        let auth = JWTAuth(initialTokens: TokenState.pair) { _ in
            isAsked.send()
            await answer.wait()
            return TokenState.newer
        }
        let first = Task { try await auth.newAccessToken() }
        await isAsked.wait()
        let end = DispatchSemaphore(value: 0)
        let occupation = await auth.occupied(until: end)
        let (second, third) = (Task { try await auth.accessToken() }, Task { try await auth.newAccessToken() })
        let work = try #require(auth.runningWork.withLock { $0 })
        let haveJoined = try await ContinuousClock().polling(for: .seconds(60)) {
            work.outcome.waiterCount == 3 ? true : nil
        }
        #expect(haveJoined == true)
        third.cancel()
        await #expect(throws: CancellationError.self) { try await third.value }
        end.signal()
        answer.send()
        #expect(try await first.value == "A2")
        #expect(try await second.value == "A2")
        await occupation.value
    }

    @Test("S1-43 an account that nobody holds any more ends its observers, and its work doesn't hold it")
    func released() async {
        var auth: JWTAuth? = JWTAuth(initialTokens: TokenState.pair) { _ in TokenState.newer }
        let states = auth?.states
        weak let released = auth
        _ = try? await auth?.newAccessToken()
        auth = nil
        var seen: [AuthenticationState] = []
        if let states { for await state in states { seen.append(state) } }
        #expect(seen.count <= 1)
        #expect(released == nil)
    }

    @Test("a store whose lock can't be given back doesn't lose what the refresh came to")
    func brokenUnlock() async throws {
        struct Stuck: Error {}
        struct BrokenUnlock: TokenStorage {
            let base: InMemoryTokenStorage
            func load() async throws -> TokenPair? { base.load() }
            func save(_ tokens: TokenPair) async throws { base.save(tokens) }
            func clear() async throws { base.clear() }
            func withExclusiveAccess<Value: Sendable>(
                _ body: @Sendable () async throws -> Value
            ) async throws -> Value {
                _ = try await body()
                throw Stuck()
            }
        }
        let auth = JWTAuth(storage: BrokenUnlock(base: InMemoryTokenStorage(TokenState.pair))) { _ in TokenState.newer }
        #expect(try await auth.newAccessToken() == "A2")
        #expect(auth.state == .authenticated)
    }

    @Test("what is written reaches a store without a lock in the order of the commands")
    func writesInOrder() async throws {
        /// A store that says when a save has begun, and ends it when it is told to.
        final class Slow: TokenStorage {
            let log = Locked<[String]>([])
            let (saving, go) = (Signal(), Signal())

            func load() async throws -> TokenPair? { nil }
            func save(_ tokens: TokenPair) async throws {
                saving.send()
                await go.wait()
                log.withLock { $0.append("saved") }
            }
            func clear() async throws { log.withLock { $0.append("cleared") } }
        }
        let store = Slow()
        let auth = JWTAuth(storage: store) { _ in TokenState.newer }
        let setting = Task { try await auth.setTokens(TokenState.pair) }
        await store.saving.wait()
        async let leaving: Void = auth.logout()
        while auth.state != .unauthenticated { await Task.yield() }
        store.go.send()
        try await leaving
        #expect(store.log.withLock { $0 } == ["saved", "cleared"])
        await #expect(throws: AuthenticationError.self) { try await setting.value }
    }
}
