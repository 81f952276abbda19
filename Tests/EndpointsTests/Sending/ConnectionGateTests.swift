import Testing

@testable import Endpoints

@Suite("The gate before connections", .timeLimit(.minutes(5)))
struct ConnectionGateTests {
    private let place = url("http://a.example/x")

    @Test("only plain http is counted, each host and port for itself")
    func hosts() async throws {
        let gate = try #require(ConnectionGate(connectionsPerHost: 1))
        #expect(try await gate.pass(to: url("https://a.example")) == nil)
        #expect(try await gate.pass(to: nil) == nil)
        let first = try #require(try await gate.pass(to: place))
        let second = try #require(try await gate.pass(to: url("http://a.example:81/x")))
        gate.leave(first)
        gate.leave(second)
        #expect(try await gate.pass(to: place) != nil)
        #expect(ConnectionGate(connectionsPerHost: 0) == nil)
        #expect(ConnectionGate(connectionsPerHost: -1) == nil)
    }

    @Test("who waits passes in order, and a cancelled one is skipped")
    func order() async throws {
        let gate = try #require(ConnectionGate(connectionsPerHost: 1))
        let first = try #require(try await gate.pass(to: place))
        let passed = Locked<[Int]>([])
        var tasks: [Task<Void, any Error>] = []
        for number in 0..<4 {
            tasks.append(
                Task { [place] in
                    let own = try #require(try await gate.pass(to: place))
                    passed.withLock { $0.append(number) }
                    gate.leave(own)
                })
            while gate.waitingCount <= number { await Task.yield() }
        }
        tasks[1].cancel()
        await #expect(throws: TransportFailure.self) { try await tasks[1].value }
        gate.leave(first)
        for number in [0, 2, 3] { try await tasks[number].value }
        #expect(passed.withLock { $0 } == [0, 2, 3])
        #expect(gate.waitingCount == 0)
        #expect(try await gate.pass(to: place) != nil)
    }

    @Test("who has been cancelled already doesn't wait")
    func cancelledBefore() async throws {
        let gate = try #require(ConnectionGate(connectionsPerHost: 1))
        let first = try #require(try await gate.pass(to: place))
        let call = Task { [place] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await gate.pass(to: place)
        }
        await #expect(throws: TransportFailure.self) { try await call.value }
        #expect(gate.waitingCount == 0)
        gate.leave(first)
    }

    @Test("who comes as the last one leaves takes the place")
    func comingAndLeaving() async throws {
        let gate = try #require(ConnectionGate(connectionsPerHost: 1))
        for _ in 0..<20_000 {
            async let other: Void = passThrough(gate)
            try await passThrough(gate)
            try await other
        }
        #expect(gate.waitingCount == 0)
    }

    private func passThrough(_ gate: ConnectionGate) async throws {
        gate.leave(try #require(try await gate.pass(to: place)))
    }

    @Test("no place is lost when turns and cancellations meet")
    func storm() async throws {
        let gate = try #require(ConnectionGate(connectionsPerHost: 3))
        let inside = Locked((now: 0, most: 0))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<2000 {
                group.addTask { [place] in
                    let call = Task {
                        let own = try #require(try await gate.pass(to: place))
                        inside.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                        await Task.yield()
                        inside.withLock { $0.now -= 1 }
                        gate.leave(own)
                    }
                    if number.isMultiple(of: 3) { call.cancel() }
                    _ = await call.result
                }
            }
        }
        #expect(inside.withLock(\.now) == 0)
        #expect((1...3).contains(inside.withLock(\.most)))
        var places: [ConnectionGate.Place] = []
        for _ in 0..<3 { places.append(try #require(try await gate.pass(to: place))) }
        for place in places { gate.leave(place) }
        #expect(gate.waitingCount == 0)
    }
}
