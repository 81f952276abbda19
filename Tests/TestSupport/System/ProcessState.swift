import Endpoints

/// What the process holds on to.
package enum ProcessState {
    /// Waits until a condition holds; false when it still doesn't at the end of the time.
    package static func reaches(within limit: Duration, _ condition: () -> Bool) async -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + limit
        while !condition() {
            guard clock.now < end else { return false }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return true
    }

    /// The number of descriptors when it has stopped changing.
    package static func settledDescriptors() async -> Int {
        var last = OpenDescriptors.count
        var same = 0
        _ = await reaches(within: .seconds(5)) {
            let now = OpenDescriptors.count
            same = now == last ? same + 1 : 0
            last = now
            return same >= 20
        }
        return last
    }
}
