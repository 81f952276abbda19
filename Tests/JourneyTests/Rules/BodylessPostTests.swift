import Endpoints
import LoopbackServer
import Testing

/// A POST without a body, which has a connection for itself, ends with its session and leaves no connection behind.
@Suite("POSTs without a body", .timeLimit(.minutes(5)))
struct BodylessPostTests {
    @Test("C-03 POSTs without a body leave no connection behind, cancelled or not", arguments: [true, false])
    func singleUse(isCancelled: Bool) async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer.immediate(recording: false) { _ in Reply(body: "x") }
        let url = server.url
        var random = SeededGenerator(seed: 6)
        for _ in 0..<10 {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    let delay = Int.random(in: 0...5000, using: &random)
                    group.addTask {
                        let call = Task { await session.result(with: Visit<Posting>(), environment: url) }
                        if isCancelled {
                            try? await Task.sleep(for: .microseconds(delay))
                            call.cancel()
                        }
                        let result = await call.value
                        #expect(isCancelled || (try? result.get()) == "x")
                    }
                }
            }
        }
        session.finishTasksAndInvalidate()
        while server.openConnections > 0 { await Task.yield() }
    }

    @Test("C-01 a session that is invalidated ends its POSTs without a body, at their start as well")
    func invalidated() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let url = server.url
        for round in 0..<20 {
            let session = URLSession.fresh()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        let result = await session.result(with: Visit<Posting>(), environment: url)
                        #expect(result.failure != nil)
                    }
                }
                try? await Task.sleep(for: .microseconds(round * 300))
                session.invalidateAndCancel()
            }
        }
        while server.openConnections > 0 { await Task.yield() }
    }

    @Test("C-01 a session that finishes lets a POST without a body end")
    func finishing() async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [Reply(body: "well").delayed(behind: gate)])
        let (url, session) = (server.url, URLSession.fresh())
        let call = Task { await session.result(with: Visit<Posting>(), environment: url) }
        _ = await server.requests(count: 1)
        session.finishTasksAndInvalidate()
        gate.open()
        #expect(try await call.value.get() == "well")
    }
}
