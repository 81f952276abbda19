#if !canImport(os)
/// Where log lines go: standard error.
enum LogSink {
    static func writer(subsystem: String) -> @Sendable (LogObserver.Level, String) -> Void {
        // The other form of `write` ends the program when standard error is closed.
        { level, line in try? FileHandle.standardError.write(contentsOf: Data("\(level): \(line)\n".utf8)) }
    }
}
#endif
