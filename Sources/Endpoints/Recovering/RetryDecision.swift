/// What becomes of a call whose attempt has failed.
enum RetryDecision: Sendable, Equatable {
    /// The failure is the result.
    case giveUp
    /// Another attempt follows.
    case retry(after: Duration)
}

extension RetryPolicy {
    /// Decides about a failure.
    ///
    /// - Parameters:
    ///   - failure: what the attempt came to.
    ///   - retries: the number of retries before.
    ///   - isRepeatable: whether the request may be sent twice.
    ///   - now: the time that a date in `Retry-After` is counted from when the answer has none of its own.
    func decide<E>(
        about failure: EndpointTaskError<E>, retries: Int, isRepeatable: Bool, at now: Date
    ) -> RetryDecision {
        guard retries < maxRetries, isRepeatable, isTransient(failure) else { return .giveUp }
        guard let asked = failure.httpResponse.flatMap({ RetryAfter.duration(in: $0, now: now) }) else {
            return .retry(after: delay(beforeRetry: retries + 1))
        }
        return asked <= maxRetryAfter ? .retry(after: asked) : .giveUp
    }

    private func isTransient<E>(_ failure: EndpointTaskError<E>) -> Bool {
        switch failure {
        case .cancelled, .endpointError, .authenticationError:
            false
        case .transportError(let transport):
            transport.code != .deadlineExceeded && shouldRetry?(failure) ?? failureCodes.contains(transport.code)
        case .errorResponse, .unreadableResponse:
            shouldRetry?(failure) ?? failure.statusCode.map(statusCodes.contains) ?? false
        }
    }
}
