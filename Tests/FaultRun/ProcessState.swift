import Endpoints

/// What the process holds on to.
enum ProcessState {
    /// The number of open descriptors.
    static var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd").count) ?? -1
    }

    /// The most memory that it ever had, in bytes.
    static var peakMemory: Int {
        #if os(Linux)
        // Not what `getrusage` says, which begins with the peak of the process that started this one.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) << 10
        #else
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
        #endif
    }

    /// Waits until a condition holds; false when it still doesn't at the end of the time.
    static func reaches(within limit: Duration, _ condition: () -> Bool) async -> Bool {
        let clock = ContinuousClock()
        let end = clock.now + limit
        while !condition() {
            guard clock.now < end else { return false }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return true
    }

    /// The number of descriptors when it has stopped changing.
    static func settledDescriptors() async -> Int {
        var last = descriptors
        var same = 0
        _ = await reaches(within: .seconds(5)) {
            let now = descriptors
            same = now == last ? same + 1 : 0
            last = now
            return same >= 20
        }
        return last
    }
}
