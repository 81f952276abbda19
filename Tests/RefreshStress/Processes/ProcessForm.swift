#if os(Linux)
import Endpoints
import LoopbackServer

/// Rounds of several processes with one file store, at one server that plants faults and kills.
final class ProcessForm: Form, Sendable {
    /// How long a round may take; more means that it hangs.
    private static let patience: Duration = .seconds(30)
    private static let width = 12

    private struct State: Sendable {
        var next = 0
        var running: [Int: ProcessRound] = [:]
        var isOver = false
    }

    private let state = Locked(State())
    private let server: LoopbackServer

    init() throws {
        let state = state
        server = try LoopbackServer.immediate(recording: false) { request in
            let path = request.path.split(separator: "/").map(String.init)
            guard let round = path.first.flatMap({ Int($0) }), let running = state.withLock({ $0.running[round] })
            else { return .empty(410) }
            return running.reply(to: request, path)
        }
    }

    func run(_ seeds: [UInt64], _ body: @escaping @Sendable (Report) -> Bool) {
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.width { group.addTask { await self.work(through: seeds, body) } }
            }
            end.signal()
        }
        end.wait()
    }

    private func work(through seeds: [UInt64], _ body: @Sendable (Report) -> Bool) async {
        while let number = take(below: seeds.count) {
            guard let report = await round(number, seed: seeds[number]) else { continue }
            let goesOn = state.withLock { state -> Bool in
                if !state.isOver { state.isOver = !body(report) }
                return !state.isOver
            }
            guard goesOn else { return }
        }
    }

    private func take(below count: Int) -> Int? {
        state.withLock { state in
            guard !state.isOver, state.next < count else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    private func round(_ number: Int, seed: UInt64) async -> Report? {
        guard let round = try? await ProcessRound(number, seed: seed, url: server.url) else { return nil }
        state.withLock { $0.running[number] = round }
        let isOver = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await round.run()
                return !Task.isCancelled
            }
            group.addTask { (try? await Task.sleep(for: Self.patience)) == nil }
            let first = await group.next() ?? false
            group.cancelAll()
            return first
        }
        round.end()
        state.withLock { $0.running[number] = nil }
        let ledger = round.state.withLock(\.ledger)
        return Report(
            seed: seed, lines: ledger.lines, counts: ledger.counts.merging(["rounds": 1]) { $1 },
            violations: ledger.violations + (isOver ? [] : ["hangs for \(Self.patience)"]))
    }
}
#endif
