#if !canImport(os)
/// Where log lines go: standard error.
enum LogSink {
    static func writer(subsystem: String) -> @Sendable (LogObserver.Level, String) -> Void {
        // A line that nobody can take is lost; it is no reason to end the program, as the other form of `write` does.
        { level, line in try? FileHandle.standardError.write(contentsOf: Data("\(level): \(line)\n".utf8)) }
    }
}
#endif
