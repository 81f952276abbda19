import EndpointsMocking
import LoopbackServer
import Testing

@Suite("Mocks under storms", .timeLimit(.minutes(5)))
struct MockStormTests {
    private let session = URLSession.shared

    @Test("1,000 calls on continuations that nobody resumes can be cancelled")
    func keptContinuations() async throws {
        let kept = Collector<MockContinuation<FetchItem>>()
        let mocks = Mocks()
        mocks.register(FetchItem.self) { continuation in kept.add(continuation) }
        let calls = withMock(mocks) {
            (0..<1000).map { number in Task { await session.result(with: FetchItem(id: number)) } }
        }
        await kept.reach(1000)
        for call in calls { call.cancel() }
        for call in calls {
            let result = await call.value
            #expect(result.failure?.isCancelled == true)
        }
        for continuation in kept.elements { continuation.resume(returning: Item(id: 1)) }
        #expect(Set(mocks.requests(to: FetchItem.self).map(\.endpoint.id)).count == 1000)
    }

    @Test("calls that are cancelled while they are resumed end once, one way or the other")
    func race() async throws {
        let kept = Collector<MockContinuation<FetchItem>>()
        let calls = await withMock(FetchItem.self) { continuation in
            kept.add(continuation)
        } test: {
            let calls = (0..<300).map { number in Task { await session.result(with: FetchItem(id: number)) } }
            await kept.reach(300)
            return calls
        }
        async let resumed: Void = {
            for one in kept.elements { one.resume(returning: Item(id: one.endpoint.id)) }
        }()
        for call in calls { call.cancel() }
        await resumed
        for (number, call) in calls.enumerated() {
            switch await call.value {
            case .success(let item): #expect(item.id == number)
            case .failure(let error): #expect(error.isCancelled)
            }
        }
    }

    @Test("a call that is cancelled before it begins asks no mock")
    func before() async throws {
        let mocks = Mocks()
        mocks.register(FetchItem.self, action: .return(Item(id: 1)))
        mocks.respond(to: OpenItem.self, json: Item(id: 1))
        let gate = Gate()
        let call = withMock(mocks) {
            Task {
                await gate.wait()
                return (await session.result(with: FetchItem()), await session.result(with: OpenItem()))
            }
        }
        call.cancel()
        gate.open()
        let results = await call.value
        #expect(results.0.failure?.isCancelled == true)
        #expect(results.1.failure?.isCancelled == true)
        #expect(mocks.requests(to: FetchItem.self).isEmpty)
        #expect(mocks.requests(to: OpenItem.self).isEmpty)
    }

    @Test("a cancelled call cancels the handler that it waits for")
    func handlerIsCancelled() async throws {
        let (arrived, ended) = (Gate(), Gate())
        let call = await withMock(FetchItem.self) { continuation in
            await withTaskCancellationHandler {
                arrived.open()
                await Gate().wait()
            } onCancel: {
                ended.open()
            }
            continuation.resume(returning: Item(id: 1))
        } test: {
            let call = Task { await session.result(with: FetchItem()) }
            await arrived.wait()
            return call
        }
        call.cancel()
        let result = await call.value
        #expect(result.failure?.isCancelled == true)
        await ended.wait()
    }

    @Test("mocks can be registered while calls run")
    func registering() async throws {
        let mocks = Mocks()
        mocks.register(OpenItem.self, action: .return(Item(id: 0)))
        try await withMock(mocks) {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        switch number % 4 {
                        case 0: mocks.register(OpenItem.self, action: .return(Item(id: 0)))
                        case 1: mocks.respond(to: OpenItem.self, json: Item(id: 1))
                        case 2: mocks.register(OpenItem.self) { $0.resume(returning: Item(id: 2)) }
                        default: _ = mocks.unused
                        }
                        let item = try await session.response(with: OpenItem())
                        #expect((0...2).contains(item.id))
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(mocks.requests(to: OpenItem.self).count == 400)
    }
}
