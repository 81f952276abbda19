import Endpoints

/// The threads of this process, as the kernel lists them.
enum KernelThreads {
    static var count: Int { all.count }

    /// The thread with a name; nil when there is none.
    static func identifier(named name: String) -> String? {
        all.first { text("\($0)/comm") == "\(name)\n" }
    }

    /// How often a thread has begun to wait.
    static func voluntarySwitches(of identifier: String) -> Int? {
        let lines = text("\(identifier)/status").split(separator: "\n")
        let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
        return line?.split(separator: "\t").last.flatMap { Int($0) }
    }

    private static var all: [String] { (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? [] }
    private static let tasks = "/proc/self/task"

    private static func text(_ file: String) -> String {
        (try? String(contentsOfFile: "\(tasks)/\(file)", encoding: .utf8)) ?? ""
    }
}
