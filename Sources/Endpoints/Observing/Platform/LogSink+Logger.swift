#if canImport(os)
import os

/// Where log lines go: the system's log.
enum LogSink {
    static func writer(subsystem: String) -> @Sendable (LogObserver.Level, String) -> Void {
        let logger = Logger(subsystem: subsystem, category: "Endpoints")
        return { level, line in
            // Public, because no line holds a secret.
            switch level {
            case .debug: logger.debug("\(line, privacy: .public)")
            case .info: logger.info("\(line, privacy: .public)")
            case .notice: logger.notice("\(line, privacy: .public)")
            case .error: logger.error("\(line, privacy: .public)")
            }
        }
    }
}
#endif
