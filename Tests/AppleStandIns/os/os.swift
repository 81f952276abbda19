// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public struct OSLogPrivacy: Sendable {
    public static var `public`: OSLogPrivacy { .init() }
    public static var `private`: OSLogPrivacy { .init() }
    public static var auto: OSLogPrivacy { .init() }
}

public struct OSLogInterpolation: StringInterpolationProtocol, Sendable {
    public init(literalCapacity: Int, interpolationCount: Int) {}
    public mutating func appendLiteral(_ literal: String) {}
    public mutating func appendInterpolation(
        _ argument: @autoclosure @escaping () -> String, privacy: OSLogPrivacy = .auto
    ) {}
}

public struct OSLogMessage: ExpressibleByStringInterpolation, ExpressibleByStringLiteral, Sendable {
    public init(stringInterpolation: OSLogInterpolation) {}
    public init(stringLiteral value: String) {}
}

public struct Logger: @unchecked Sendable {  // Safe because it has no state.
    public init(subsystem: String, category: String) {}
    public func debug(_ message: OSLogMessage) {}
    public func info(_ message: OSLogMessage) {}
    public func notice(_ message: OSLogMessage) {}
    public func error(_ message: OSLogMessage) {}
}
