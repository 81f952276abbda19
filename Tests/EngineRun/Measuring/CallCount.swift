import Endpoints
import TestSupport

/// Counts the calls that are on their way.
struct CallCount: RequestObserver {
    private let count = Locked(0)

    func observe(_ event: RequestEvent) {
        if event.kind == .built { count.withLock { $0 += 1 } }
    }

    /// The memory that the calls have taken, once there are so many and it grows no more.
    func memory(beyond before: Int, when number: Int, _ report: Report) async -> Int {
        var last = 0
        var same = 0
        let isSteady = await ProcessState.reaches(within: .seconds(30)) {
            let now = ResidentMemory.bytes
            same = now == last && count.withLock { $0 } == number ? same + 1 : 0
            last = now
            return same >= 20
        }
        report.expect(isSteady, "\(count.withLock { $0 }) calls were made, or the memory never settled")
        return last - before
    }
}
