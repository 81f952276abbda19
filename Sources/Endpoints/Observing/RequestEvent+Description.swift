// A server's text, and with it whatever it quotes, stays out of a line that may go to a log.
extension RequestEvent: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// One line without secrets.
    public var description: String {
        var words = ["\(endpoint) #\(callID).\(attempt) \(kind)"]
        if let request { words.append("\(request)") }
        if let statusCode { words.append("status \(statusCode)") }
        if let requestSize, requestSize > 0 { words.append("\(requestSize) bytes sent") }
        if let responseSize { words.append("\(responseSize) bytes received") }
        if let reason { words.append("because of \(reason)") }
        if let delay { words.append("in \(delay.milliseconds)") }
        if let failure { words.append(failure.kindOfFailure) }
        if let metrics, isNewsOfNetwork { words += metrics.phases }
        if let duration { words.append("after \(duration.milliseconds)") }
        if isEnd { words.append("\(elapsed.milliseconds) in all") }
        return words.joined(separator: ", ").escapedForDisplay
    }

    /// One line without secrets.
    public var debugDescription: String { description }

    /// What the description shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    /// Whether the metrics stand in no event before this one.
    private var isNewsOfNetwork: Bool { kind == .received || kind == .redirected || statusCode == nil }

    private var isEnd: Bool { kind == .succeeded || kind == .failed }
}

extension EndpointFailure {
    /// The failure in a few words of the package's own: its stage, and its code or status.
    var kindOfFailure: String { (self as? any FailureKind)?.kind ?? "\(type(of: self))" }
}

/// A failure that can be told in a few words.
protocol FailureKind {
    var kind: String { get }
}

extension EndpointTaskError: FailureKind {
    /// The stage, and the code or status.
    var kind: String {
        switch self {
        case .endpointError: "endpointError"
        case .authenticationError(let error): "authenticationError \(error.code)"
        case .transportError(let failure): "\(failure.code)"
        case .errorResponse(_, let received): "errorResponse \(received.statusCode)"
        case .unreadableResponse(let failure):
            failure.received.map { "\(failure.code) \($0.statusCode)" } ?? "\(failure.code)"
        case .cancelled: "cancelled"
        }
    }
}
