import Endpoints

/// What the system says that this process has used.
enum ResourceUsage {
    /// Seconds of user and system time.
    static var cpu: Double {
        let usage = now
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// The most memory there ever was, in megabytes.
    ///
    /// On Linux `ru_maxrss` begins with what the process that started this one had.
    static var peakMemory: Double {
        #if os(Linux)
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0) / 1024
        #else
        return Double(now.ru_maxrss) / 1024 / 1024
        #endif
    }

    /// The memory there is, in megabytes; the peak where the system doesn't tell.
    static var memory: Double {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8),
            let pages = text.split(separator: " ").dropFirst().first.flatMap({ Double($0) })
        else { return peakMemory }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1024 / 1024
    }

    private static var now: rusage {
        var usage = rusage()
        #if os(Linux)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
        getrusage(RUSAGE_SELF, &usage)
        #endif
        return usage
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
