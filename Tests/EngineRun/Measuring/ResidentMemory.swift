import Endpoints

/// The memory that this process has now.
enum ResidentMemory {
    static var bytes: Int {
        let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}

extension Int {
    /// Bytes as megabytes with one decimal.
    var megabytes: String { String(format: "%.1f MB", Double(self) / Double(1 << 20)) }
}

extension Duration {
    /// Seconds with two decimals.
    var inSeconds: String { String(format: "%.2f s", self / .seconds(1)) }
}
