import Endpoints
import LoopbackServer
import Testing

/// Thousands of calls on a session that a bare cancellation would crash or lock up; `ENDPOINTS_STORM` says how many.
@Suite("Cancellation storm", .timeLimit(.minutes(5)))
struct CancellationStormTests {
    private static let count = ProcessInfo.processInfo.environment["ENDPOINTS_STORM"].flatMap { Int($0) } ?? 2_000

    /// How a call ended.
    private enum Ending: Sendable, Equatable {
        case right, wrong(String), cancelled, other(String)
    }

    private struct Tally {
        var right = 0
        var cancelled = 0
        var wrong: [String] = []
        var other: [String] = []

        mutating func add(_ ending: Ending) {
            switch ending {
            case .right: right += 1
            case .cancelled: cancelled += 1
            case .wrong(let text): wrong.append(text)
            case .other(let text): other.append(text)
            }
        }

        var sum: Int { right + cancelled + wrong.count + other.count }
    }

    @Test("C-02 thousands of calls on .shared, most cancelled at random moments", arguments: [7] as [UInt64])
    func storm(seed: UInt64) async throws {
        let server = try LoopbackServer.immediate(recording: false) { Reply(body: $0.path) }
        var random = SeededGenerator(seed: seed)
        let plans = (0..<Self.count).map { number -> (number: Int, yields: Int?) in
            let isLeftAlone = Int.random(in: 0..<10, using: &random) == 0
            return (number, isLeftAlone ? nil : Int.random(in: 0..<600, using: &random))
        }
        let tally = await withTaskGroup(of: Ending.self) { group in
            var tally = Tally()
            for (index, plan) in plans.enumerated() {
                if index >= 16, let ending = await group.next() { tally.add(ending) }
                group.addTask { await Self.call(plan.number, at: server.url, yields: plan.yields) }
            }
            for await ending in group { tally.add(ending) }
            return tally
        }
        #expect(tally.sum == Self.count)
        #expect(tally.wrong == [])
        #expect(tally.other == [])
        #expect(tally.right >= plans.count { $0.yields == nil })
        #expect(tally.cancelled > 0)
        for number in 0..<50 {
            let text = try await URLSession.shared.response(
                with: Item(name: "after-\(number)"), environment: server.url)
            #expect(text == "/items/after-\(number)")
        }
    }

    @Test("C-02 calls that are cancelled as their answer arrives", arguments: [true, false])
    func photoFinish(isShared: Bool) async throws {
        let session = isShared ? URLSession.shared : .fresh()
        let gates = (0..<200).map { _ in Gate() }
        let server = try LoopbackServer.immediate(recording: false) { request in
            let number = Int(request.path.dropFirst("/items/".count)) ?? 0
            return Reply(body: request.path).delayed(behind: gates[number])
        }
        for number in 0..<200 {
            let call = Task { await session.result(with: Item(name: "\(number)"), environment: server.url) }
            await gates[number].arrivals(1)
            gates[number].open()
            call.cancel()
            switch await call.value {
            case .success(let text): #expect(text == "/items/\(number)")
            case .failure(let error): #expect(error.isCase(.cancelled), "\(error)")
            }
        }
        #expect(try await session.response(with: Item(name: "0"), environment: server.url) == "/items/0")
    }

    private static func call(_ number: Int, at url: URL, yields: Int?) async -> Ending {
        let call = Task { await URLSession.shared.result(with: Item(name: "\(number)"), environment: url) }
        if let yields {
            for _ in 0..<yields { await Task.yield() }
            call.cancel()
        }
        switch await call.value {
        case .success("/items/\(number)"): return .right
        case .success(let text): return .wrong("\(number) got \(text)")
        case .failure(.cancelled): return yields == nil ? .other("\(number) cancelled by nobody") : .cancelled
        case .failure(let error): return .other("\(number) \(error)")
        }
    }
}
