/// The circumstances of a failed call: which endpoint, which request, which attempts, how long.
public struct FailureContext: Sendable {
    /// One attempt of a call.
    public struct Attempt: Sendable, Hashable {
        /// The status code of the answer; nil when there was none.
        public let statusCode: Int?
        /// What followed from it, in a few words.
        public let outcome: String
        /// The time that it took, counted from when its request was on its way.
        public let duration: Duration
    }

    private struct Story: Sendable {
        let endpoint: String
        let request: RedactedRequest
        let attempts: [Attempt]
        let duration: Duration
    }

    private let story: Boxed<Story>

    init(endpoint: String, request: RedactedRequest, attempts: [Attempt], duration: Duration) {
        story = Boxed(Story(endpoint: endpoint, request: request, attempts: attempts, duration: duration))
    }

    /// The name of the endpoint's type.
    public var endpoint: String { story.value.endpoint }
    /// The last request that was sent.
    public var request: RedactedRequest { story.value.request }
    /// Every attempt, the first one first.
    public var attempts: [Attempt] { story.value.attempts }
    /// The time from the start of the call to its failure.
    public var duration: Duration { story.value.duration }
}

extension FailureContext: CustomStringConvertible {
    /// The story of the call, an attempt a line.
    public var description: String {
        let lines = attempts.enumerated().map { index, attempt in
            let status = attempt.statusCode.map { "\($0), " } ?? ""
            return "  attempt \(index + 1): \(status)\(attempt.outcome) after \(attempt.duration.milliseconds)"
        }
        return (["\(endpoint): \(request), \(duration.milliseconds) in all"] + lines).joined(separator: "\n")
    }
}
