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

    /// The name of the endpoint's type.
    public let endpoint: String
    /// The last request that was sent.
    public let request: RedactedRequest
    /// Every attempt, the first one first.
    public let attempts: [Attempt]
    /// The time from the start of the call to its failure.
    public let duration: Duration
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
