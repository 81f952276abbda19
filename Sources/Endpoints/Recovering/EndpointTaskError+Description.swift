extension EndpointTaskError: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// A sentence that a person can act on; it holds no secret.
    public var errorDescription: String? { description }

    /// A sentence that a person can act on; it holds no secret.
    public var description: String {
        switch self {
        case .endpointError(let error): error.description
        case .authenticationError(let error): error.description
        case .transportError(let failure): failure.description
        case .errorResponse(let error, let received): Self.sentence(for: error, received: received)
        case .unreadableResponse(let failure): failure.description
        case .cancelled: "The call was cancelled."
        }
    }

    /// The sentence, and the story of the attempts; it holds no secret.
    public var debugDescription: String {
        guard let context else { return description }
        return "\(description)\n\(context)"
    }

    /// An error type may bring a sentence of its own.
    private static func sentence(for error: ErrorResponse, received: Received) -> String {
        if let error = error as? any LocalizedError, let text = error.errorDescription { return text }
        return StatusText.sentence(for: received)
    }
}

extension EndpointTaskError: CustomReflectable {
    /// The stage and its sentence.
    ///
    /// A server's error may quote what was sent, so it is read from the case, not dumped.
    public var customMirror: Mirror {
        Mirror(self, children: ["description": description, "context": context as Any])
    }
}
