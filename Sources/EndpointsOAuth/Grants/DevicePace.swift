/// How long to wait between two questions for a device's tokens (RFC 8628 §3.5).
struct DevicePace: Sendable {
    private var interval: Duration
    private var rest: Duration
    private var backoff: Duration = .zero

    init(interval: Duration, lifetime: Duration) {
        self.interval = interval
        rest = lifetime
    }

    /// The wait after an answer that brought no tokens; nil after a cancellation.
    ///
    /// - Throws: the failure, when it is final, or ``OAuthError/timedOut`` when the code has ended.
    mutating func wait(after failure: OAuthError) throws(OAuthError) -> Duration? {
        switch failure {
        case .cancelled:
            return nil
        case .server(let error) where error.code == "authorization_pending":
            backoff = .zero
        case .server(let error) where error.code == "slow_down":
            backoff = .zero
            interval += .seconds(5)
        case .requestFailed(let failure) where failure.isRetryable:
            // A server that can't be reached is asked ever less often.
            backoff = min(max(backoff * 2, interval), .seconds(60))
        default:
            throw failure
        }
        let wait = interval + backoff
        guard rest > wait else { throw .timedOut }
        rest -= wait
        return wait
    }
}
