/// An answer that came with a failure: its head, its body and the circumstances.
public struct Received: Sendable {
    private struct Parts: Sendable {
        let httpResponse: HTTPURLResponse
        let body: Data
        let context: FailureContext
    }

    private let parts: Boxed<Parts>

    init(httpResponse: HTTPURLResponse, body: Data, context: FailureContext) {
        parts = Boxed(Parts(httpResponse: httpResponse, body: body, context: context))
    }

    /// The head of the answer.
    public var httpResponse: HTTPURLResponse { parts.value.httpResponse }
    /// The body, as it came.
    public var body: Data { parts.value.body }
    /// The circumstances of the call.
    public var context: FailureContext { parts.value.context }

    /// The status code of the answer.
    public var statusCode: Int { httpResponse.statusCode }

    /// The time that the server asks to wait, from `Retry-After` (RFC 9110 §10.2.3).
    public var retryAfter: Duration? {
        RetryAfter.duration(in: httpResponse, now: Date())
    }
}

// A body or a Set-Cookie may hold tokens, so only sizes and numbers are shown.
extension Received: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the size of the body.
    public var description: String { "status \(statusCode), \(body.count) bytes" }

    /// The status, the size of the body, and the story of the call.
    public var debugDescription: String { "\(description)\n\(context)" }

    /// The status, the size of the body, and the story of the call.
    public var customMirror: Mirror {
        Mirror(self, children: ["statusCode": statusCode, "bodySize": body.count, "context": context])
    }
}
