import EndpointsMocking
import LoopbackServer
import TestSupport
import Testing

@Suite("Rules of delays in wire mocks", .timeLimit(.minutes(5)))
struct WireDelayTests {
    private let session = URLSession.shared
    private let clock = ManualClock()

    @Test("a delayed reply comes when the mocks' clock says so, not before")
    func delay() async throws {
        let mocks = Mocks(clock: clock)
        mocks.respond(to: OpenBytes.self, with: .text("late").delayed(by: .seconds(3600)))
        let isDone = Locked(false)
        let call = withMock(mocks) {
            Task {
                defer { isDone.withLock { $0 = true } }
                return try await session.response(with: OpenBytes())
            }
        }
        try await clock.sleepers(1)
        clock.advance(by: .seconds(3599))
        for _ in 0..<100 { await Task.yield() }
        #expect(!isDone.withLock { $0 })
        clock.advance(by: .seconds(1))
        #expect(try await call.value == Data("late".utf8))
        #expect(clock.sleeperCount == 0)
    }

    @Test("each attempt of a call waits for its own reply")
    func attempts() async throws {
        let mocks = Mocks(clock: clock)
        mocks.respond(
            to: FetchItem.self, with: .status(401).delayed(by: .seconds(1)),
            try .json(Item(id: 2), encoder: RuleSite.encoder).delayed(by: .seconds(2)))
        mocks.respond(to: RenewTokens.self, json: RenewTokens.Response(access: "A2", refresh: "r2"))
        let call = withMock(mocks) {
            Task { try await session.response(with: FetchItem(), auth: JWTAuth.ruled()) }
        }
        try await clock.sleepers(1)
        #expect(mocks.requests(to: RenewTokens.self).isEmpty)
        clock.advance(by: .seconds(1))
        try await clock.sleepers(1)
        clock.advance(by: .seconds(2))
        #expect(try await call.value.id == 2)
    }

    @Test("no delay, or less, asks no clock", arguments: [Duration.zero, .seconds(-5)])
    func none(delay: Duration) async throws {
        let mocks = Mocks(clock: clock)
        mocks.respond(to: OpenBytes.self, with: .text("now").delayed(by: delay))
        let data = try await withMock(mocks) { try await session.response(with: OpenBytes()) }
        #expect(data == Data("now".utf8))
        #expect(clock.sleeperCount == 0)
    }

    @Test("a delay beyond the call's time limit ends in timedOut, and nothing sleeps on")
    func timeLimit() async throws {
        let mocks = Mocks(clock: clock)
        mocks.respond(to: OpenBytes.self, with: .text("never").delayed(by: .seconds(1)))
        let options = RequestOptions(timeout: .milliseconds(20))
        let call = withMock(mocks) { Task { await session.result(with: OpenBytes(), options: options) } }
        try await clock.sleepers(2)
        clock.advance(by: .milliseconds(20))
        let result = await call.value
        #expect(result.failure?.transportCode == .timedOut)
        #expect(result.failure?.isTimeout == true)
        #expect(clock.sleeperCount == 0)
        #expect(mocks.requests(to: OpenBytes.self).count == 1)
        let none = RequestOptions(timeout: .zero)
        let unsent = await withMock(mocks) { await session.result(with: OpenBytes(), options: none) }
        #expect(unsent.failure?.transportCode == .timedOut)
        #expect(mocks.requests(to: OpenBytes.self).count == 1)
    }

    @Test("a call that is cancelled in a delay ends at once")
    func cancellation() async throws {
        let mocks = Mocks(clock: clock)
        mocks.respond(to: OpenBytes.self, with: .text("never").delayed(by: .seconds(1)))
        let calls = withMock(mocks) { (0..<50).map { _ in Task { await session.result(with: OpenBytes()) } } }
        try await clock.sleepers(50)
        for call in calls { call.cancel() }
        for call in calls {
            let result = await call.value
            #expect(result.failure?.isCancelled == true)
        }
        #expect(clock.sleeperCount == 0)
    }

    @Test("a function that heeds neither cancellation nor time holds up no call", arguments: [true, false])
    func deafFunction(isCancelled: Bool) async throws {
        let kept = Collector<CheckedContinuation<Void, Never>>()
        let mocks = Mocks()
        mocks.respond(to: OpenBytes.self) { _ in
            await withCheckedContinuation { kept.add($0) }
            return .text("late")
        }
        let options = RequestOptions(timeout: isCancelled ? nil : .milliseconds(20))
        let call = withMock(mocks) { Task { await session.result(with: OpenBytes(), options: options) } }
        await kept.reach(1)
        if isCancelled { call.cancel() }
        let error = await call.value.failure
        for continuation in kept.elements { continuation.resume() }
        #expect(isCancelled ? error?.isCancelled == true : error?.isTimeout == true)
    }

    #if (os(Linux) || os(macOS)) && compiler(>=6.2)
    @Test("a delay longer than any clock can count is only long")
    func endlessDelay() async throws {
        await #expect(processExitsWith: .success) {
            let mocks = Mocks()
            mocks.respond(to: OpenBytes.self, with: .text("never").delayed(by: .seconds(Int64.max)))
            let options = RequestOptions(timeout: .milliseconds(20))
            let result = await withMock(mocks) { await URLSession.shared.result(with: OpenBytes(), options: options) }
            exit(result.failure?.isTimeout == true ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
    #endif
}
