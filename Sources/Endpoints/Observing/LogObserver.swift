/// Writes a line for what happens during calls: to the system's log on Apple platforms, to standard error elsewhere.
///
/// No line holds a secret. Lines of one call have its number in common: `ListPosts #12.1 received, …` tells of the first
/// attempt of the call 12. The first line says what carries the calls, and why it is that; see ``TransferEngine``.
public struct LogObserver: RequestObserver {
    /// How much a line matters.
    public enum Level: Int, Sendable, Comparable, CaseIterable {
        /// Every step of a call.
        case debug
        /// Answers, and what came of calls.
        case info
        /// What was mended on the way, as by retries and refreshes, and credentials that a declaration displaced.
        case notice
        /// Calls that failed.
        case error

        /// Whether the left one matters less.
        public static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    private let minimumLevel: Level
    private let write: @Sendable (Level, String) -> Void
    private let toldEngines = Locked<Set<TransferEngine>>([])

    /// Creates an observer that writes to the platform's log.
    ///
    /// - Parameters:
    ///   - minimumLevel: the level below which nothing is written, ``Level/info`` unless given.
    ///   - subsystem: the name of the program in the log of Apple platforms; `Endpoints` unless given.
    public init(minimumLevel: Level = .info, subsystem: String = "Endpoints") {
        self.init(minimumLevel: minimumLevel, write: LogSink.writer(subsystem: subsystem))
    }

    /// Creates an observer that writes elsewhere.
    ///
    /// - Parameters:
    ///   - minimumLevel: the level below which nothing is written, ``Level/info`` unless given.
    ///   - write: gets each line, without a line break, and its level.
    public init(minimumLevel: Level = .info, write: @escaping @Sendable (Level, String) -> Void) {
        self.minimumLevel = minimumLevel
        self.write = write
    }

    /// Writes a line when the event matters enough.
    public func observe(_ event: RequestEvent) {
        if let engine = event.transferEngine, minimumLevel <= .info,
            toldEngines.withLock({ $0.insert(engine).inserted })
        {
            write(.info, "Endpoint calls are carried by \(engine)")
        }
        let level = Self.level(of: event)
        if level >= minimumLevel { write(level, event.description) }
    }

    /// How much an event matters; a cancelled call is nobody's fault.
    static func level(of event: RequestEvent) -> Level {
        switch event.kind {
        case .received, .succeeded: .info
        case .retrying, .reauthenticating, .refreshed, .coalesced, .rotated, .credentialDisplaced: .notice
        case .failed: event.failure?.isCancelled == true ? .info : .error
        default: .debug
        }
    }
}
