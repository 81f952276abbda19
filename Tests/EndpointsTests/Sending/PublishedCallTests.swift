import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(5)))
struct PublishedCallTests {
    @Test("S4-38 cancelling reaches the task that carries the call, and nothing is delivered")
    func cancels() async {
        let started = Signal()
        let ended = Signal()
        let call = PublishedCall<Int, Never> {
            started.send()
            // Ends by cancellation alone; without the hook this would wait for ever.
            try? await SharedResult<Void>().value()
            ended.send()
            return .success(1)
        }
        call.start { _ in Issue.record("a cancelled call delivered") }
        await started.wait()
        call.cancel()
        await ended.wait()
    }

    @Test("it starts once and delivers once")
    func once() async {
        let calls = Locked(0)
        let delivered = SharedResult<Int>()
        let call = PublishedCall<Int, Never> {
            calls.withLock { $0 += 1 }
            return .success(5)
        }
        call.start { delivered.settle(.success($0.get())) }
        call.start { _ in Issue.record("it started twice") }
        #expect((try? await delivered.value()) == 5)
        #expect(calls.withLock { $0 } == 1)
        call.cancel()
    }

    @Test("a call that is cancelled before it starts doesn't start")
    func cancelledBefore() {
        let call = PublishedCall<Int, Never> {
            Issue.record("it started")
            return .success(1)
        }
        call.cancel()
        call.start { _ in Issue.record("it delivered") }
    }
}
