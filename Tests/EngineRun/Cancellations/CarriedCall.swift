import Endpoints
import LoopbackServer
import TestSupport

/// A call under way, and the task that cancels it.
struct CarriedCall: Sendable {
    enum Ending: Equatable {
        case answered, cancelled
        case wrong(String)
    }

    /// Counts the ends that a call tells about.
    private struct EndCount: RequestObserver {
        let count = Locked(0)

        func observe(_ event: RequestEvent) {
            if event.kind == .succeeded || event.kind == .failed { count.withLock { $0 += 1 } }
        }
    }

    let call: CancelledCall
    let session: URLSession
    let site: URL
    let held: HeldAnswers

    /// Makes the call and cancels it at its moment.
    func ending(_ report: Report) async -> Ending {
        let gate = call.moment.isHeld ? held.gate(for: call) : nil
        let ends = EndCount()
        let task = Task { await result(observer: ends) }
        let canceller = Task { await cancel(task, at: gate) }
        let ending = await task.value
        // It may still wait for a moment that hasn't come.
        canceller.cancel()
        held.forget(call)
        let count = ends.count.withLock { $0 }
        // A call that is cancelled before its start may have nothing to tell.
        let isOnce = count == 1 || count == 0 && call.moment == .beforeStart
        report.expect(isOnce, "call \(call.name) told about \(count) ends")
        report.expect(isRight(ending), "call \(call.name) came to \(ending)")
        return ending
    }

    private func isRight(_ ending: Ending) -> Bool {
        switch ending {
        case .answered: !call.moment.precedesAnswer
        case .cancelled: call.moment != .never
        case .wrong: false
        }
    }

    private func result(observer: some RequestObserver) async -> Ending {
        if call.moment == .beforeStart { withUnsafeCurrentTask { $0?.cancel() } }
        let options = RequestOptions(timeout: .seconds(60), retryPolicy: .never, observers: [observer])
        switch await session.result(with: Fetch(name: call.name), environment: site, options: options) {
        case .success(call.answer): return .answered
        case .success(let text): return .wrong(text)
        case .failure(.cancelled): return .cancelled
        case .failure(let error): return .wrong("\(error)")
        }
    }

    private func cancel(_ task: Task<Ending, Never>, at gate: Gate?) async {
        guard call.moment != .never, call.moment != .beforeStart else { return }
        await gate?.arrivals(1)
        for _ in 0..<call.patience { await Task.yield() }
        task.cancel()
    }
}
