/// What may be handed to the platform's own time limit: it counts whole seconds, fires at once below one, and ends the
/// process for values that are not finite.
enum PlatformTimeout {
    private static let longest = Duration.longest.timeInterval
    /// What a request says that nobody has set.
    static let unset: TimeInterval = 60

    /// The time limit in whole seconds, rounded up.
    static func clamped(_ interval: TimeInterval) -> TimeInterval {
        guard interval.isFinite else { return longest }
        return min(max(1, interval.rounded(.up)), longest)
    }

    /// The request with its time limit in range.
    ///
    /// An unset one stays unset, so that the session's holds.
    static func clamped(_ request: URLRequest) -> URLRequest {
        guard request.timeoutInterval != unset else { return request }
        var request = request
        request.timeoutInterval = clamped(request.timeoutInterval)
        return request
    }

    /// The request with the platform's limit out of the way of our own.
    static func yielding(_ request: URLRequest) -> URLRequest {
        var request = request
        request.timeoutInterval = longest
        return request
    }
}
