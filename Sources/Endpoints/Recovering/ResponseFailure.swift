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
        /// The body is larger than ``RequestOptions/maxResponseSize``.
        public static let tooLarge = Code("tooLarge")
        /// The header fields are larger than the platform accepts.
        public static let headersTooLarge = Code("headersTooLarge")
    }

    private struct Story: Sendable {
        let code: Code
        let received: Received?
        let context: FailureContext
        let cause: (any Error)?
    }

    private let story: Boxed<Story>

    private init(code: Code, received: Received?, context: FailureContext, cause: (any Error)?) {
        story = Boxed(Story(code: code, received: received, context: context, cause: cause))
    }

    /// What is wrong with the answer.
    public var code: Code { story.value.code }
    /// The answer, as far as it came; status and body are never lost.
    ///
    /// Nil when its header fields were too large to be read.
    public var received: Received? { story.value.received }
    /// The circumstances of the call.
    public var context: FailureContext { story.value.context }
    /// What the decoding threw; nil when it was not reached.
    public var cause: (any Error)? { story.value.cause }
}

extension ResponseFailure {
    /// A failure of the decoding.
    init(code: Code, received: Received, cause: any Error) {
        self.init(code: code, received: received, context: received.context, cause: cause)
    }

    /// An answer that was too large to be read.
    init(code: TransportFailure.Code, reply: TransportReply?, context: FailureContext) {
        self.init(
            code: Code(code.name),
            received: reply.map { Received(httpResponse: $0.response, body: $0.data, context: context) },
            context: context,
            cause: nil
        )
    }
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
        let status = received?.statusCode ?? 0
        let reason = cause.map { " (\(ErrorText.sentence(of: $0)))" } ?? ""
        return switch code {
        case .emptyBody: "The server answered with status \(status) and no body, where one is needed."
        case .undecodableBody: "The server's answer could not be read.\(reason)"
        case .undecodableError:
            "\(received.map(StatusText.sentence(for:)) ?? "The server refused the request.") Its reason could not be read.\(reason)"
        case .tooLarge:
            "The server's answer is larger than the call accepts. Ask for less, or raise RequestOptions.maxResponseSize."
        case .headersTooLarge: "The header fields of the server's answer are larger than can be read."
        default: "The server's answer could not be used (\(code))."
        }
    }

    /// The sentence, and the story of the call.
    public var debugDescription: String { "\(description) [\(code)]\n\(received?.debugDescription ?? "\(context)")" }

    /// The code and the answer; a decoding error may quote the body and is told by its sentence.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "code": code, "received": received as Any, "context": context,
                "cause": cause.map { ErrorText.sentence(of: $0) } as Any,
            ]
        )
    }
}
