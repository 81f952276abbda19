import Endpoints
import TestSupport

/// The threads and descriptors that the process has.
struct Footprint: CustomStringConvertible {
    let threads: Int
    let descriptors: Int

    var description: String { "\(threads) threads and \(descriptors) descriptors" }

    static var now: Footprint { Footprint(threads: KernelThreads.count, descriptors: OpenDescriptors.count) }

    /// What there is when it has stopped changing: connections are closed, and threads of pools end, some time later.
    static func settled() async -> Footprint {
        var last = now
        var same = 0
        _ = await ProcessState.reaches(within: .seconds(10)) {
            let next = now
            same = next.threads == last.threads && next.descriptors == last.descriptors ? same + 1 : 0
            last = next
            return same >= 50
        }
        return last
    }

    /// Waits until there is no more than this.
    ///
    /// - Returns: what there is in the end.
    func isReached(within limit: Duration, _ report: Report) async -> Footprint {
        let isFlat = await ProcessState.reaches(within: limit) {
            let now = Self.now
            return now.threads <= threads && now.descriptors <= descriptors
        }
        let end = Self.now
        report.expect(isFlat, "\(self) became \(end)")
        return end
    }
}
