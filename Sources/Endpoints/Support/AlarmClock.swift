/// The usual clock, whose sleeps leave nothing behind when they are cancelled.
///
/// A cancelled `Task.sleep` keeps its memory until it would have ended, and nearly every time limit is cancelled. Here all
/// sleepers share one sleep of the system's clock, which goes on without them.
final class AlarmClock: Clock {
    typealias Instant = ContinuousClock.Instant

    /// Resumed with whether its time has come; if not, it has been cancelled.
    private typealias Waiter = CheckedContinuation<Bool, Never>

    /// The one that everybody shares.
    static let shared = AlarmClock()

    private let alarms = Locked(Alarms<Instant, Waiter>())

    var now: Instant { .now }
    var minimumResolution: Duration { ContinuousClock().minimumResolution }

    /// The number of tasks that sleep now.
    var sleeperCount: Int { alarms.withLock(\.count) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        guard deadline > now else { return }
        let ticket = alarms.withLock { $0.ticket() }
        let isOver = await withTaskCancellationHandler {
            await withCheckedContinuation { enlist($0, as: ticket, until: deadline) }
        } onCancel: {
            alarms.withLock { $0.remove(ticket) }?.resume(returning: false)
        }
        guard isOver else { throw CancellationError() }
    }

    private func enlist(_ waiter: Waiter, as ticket: Int, until deadline: Instant) {
        let isCancelled = alarms.withLock { alarms in
            // A cancellation that came first found nobody to dismiss, so it is looked for here, under the lock.
            guard !Task.isCancelled else { return true }
            alarms.add(waiter, as: ticket, at: deadline)
            return false
        }
        if isCancelled { waiter.resume(returning: false) } else { wind() }
    }

    /// Sees to it that somebody wakes up at the first alarm.
    private func wind() {
        guard let next = alarms.withLock({ $0.wind() }) else { return }
        Task.detached(priority: .high) { [self] in
            try? await ContinuousClock().sleep(until: next)
            let due = alarms.withLock { $0.ring(wound: next, now: .now) }
            for waiter in due { waiter.resume(returning: true) }
            wind()
        }
    }
}
