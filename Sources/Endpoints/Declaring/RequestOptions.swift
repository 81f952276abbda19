/// How calls are carried out.
///
/// Every option is unset until it is set; a call's options come before the endpoint's, and those before the server's.
public struct RequestOptions: Sendable {
    /// The time that one attempt may take, redirects included, measured on the package's own clock: fractions of a
    /// second count, and a body that trickles in doesn't stretch it.
    ///
    /// Unset, the session's own limit holds (60 seconds without traffic). Zero or less ends the attempt before it is
    /// sent. A phone app does well with 20 seconds.
    public var timeout: Duration?

    /// Whether credentials may travel over plain `http` to a host other than this machine; `false` unless set.
    public var allowsInsecureCredentials: Bool?

    /// Creates options; what is not named stays unset.
    public init(timeout: Duration? = nil, allowsInsecureCredentials: Bool? = nil) {
        self.timeout = timeout
        self.allowsInsecureCredentials = allowsInsecureCredentials
    }
}

extension RequestOptions {
    /// These options, with `other`'s where they are unset.
    package func merged(over other: RequestOptions) -> RequestOptions {
        RequestOptions(
            timeout: timeout ?? other.timeout,
            allowsInsecureCredentials: allowsInsecureCredentials ?? other.allowsInsecureCredentials
        )
    }
}
