/// An answer that could not be used.
public struct ResponseFailure: Error, Sendable {
    /// What is wrong with the answer.
    ///
    /// The set is open: newer versions may tell more apart.
    public struct Code: Hashable, Sendable {
        /// The name of the code.
        public let name: String

        /// Creates a code of one's own, for tests.
        public init(_ name: String) {
            self.name = name
        }

        /// There is no body where the response type needs one.
        public static let emptyBody = Code("emptyBody")
        /// The body of a success doesn't fit the response type.
        public static let undecodableBody = Code("undecodableBody")
        /// The body of a refusal doesn't fit the error type; the status says what happened.
        public static let undecodableError = Code("undecodableError")
    }

    /// What is wrong with the answer.
    public let code: Code
    /// The answer, as it came; status and body are never lost.
    public let received: Received
    /// What the decoding threw; nil when it was not reached.
    public let cause: (any Error)?
}

extension ResponseFailure.Code: CustomStringConvertible {
    /// The name of the code.
    public var description: String { name }
}

extension ResponseFailure: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What is wrong with the answer.
    public var errorDescription: String? { description }

    /// What is wrong with the answer.
    public var description: String {
        let status = received.statusCode
        let reason = cause.map { " (\(ErrorText.sentence(of: $0)))" } ?? ""
        return switch code {
        case .emptyBody: "The server answered with status \(status) and no body, where one is needed."
        case .undecodableBody: "The server's answer could not be read.\(reason)"
        case .undecodableError: "\(StatusText.sentence(for: status)) Its reason could not be read.\(reason)"
        default: "The server's answer could not be used (\(code))."
        }
    }

    /// The sentence, and the story of the call.
    public var debugDescription: String { "\(description) [\(code)]\n\(received.debugDescription)" }

    /// The code and the answer; a decoding error may quote the body and is told by its sentence.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["code": code, "received": received, "cause": cause.map { ErrorText.sentence(of: $0) } as Any]
        )
    }
}
