/// How calls are carried out.
///
/// Every option is unset until it is set; a call's options come before the endpoint's, and those before the server's.
public struct RequestOptions: Sendable {
    /// The time that one attempt may take, redirects included, measured on the package's own clock: fractions of a
    /// second count, and a body that trickles in doesn't stretch it.
    ///
    /// Unset, the session's own limit holds (60 seconds without traffic). Zero or less ends the attempt before it is
    /// sent. A phone app does well with 20 seconds. The time that an attempt waits for one of the session's connections
    /// (`httpMaximumConnectionsPerHost`) doesn't count for plain `http` on Linux; over TLS the platform doesn't tell
    /// when it got one, because requests may share a connection, and the wait counts.
    public var timeout: Duration?

    /// The time that the whole call may take: every attempt, every refresh and every wait between attempts.
    ///
    /// When it is over, the call ends with ``TransportFailure/Code/deadlineExceeded``. A retry that would begin after
    /// it is not waited for: the call ends at once with what the last attempt came to. Unset, there is no such limit;
    /// zero or less ends the call before it is sent.
    public var deadline: Duration?

    /// When a failed attempt is followed by another one; ``RetryPolicy/never`` unless set.
    public var retryPolicy: RetryPolicy?

    /// Which redirects are followed; ``RedirectPolicy/follow`` unless set.
    public var redirectPolicy: RedirectPolicy?

    /// The key by which a server recognises an attempt of a call that it has carried out already; none unless set.
    ///
    /// It makes a request repeatable whatever its method is.
    public var idempotencyKey: IdempotencyKey?

    /// The number of bytes that an answer's body may have, after its content coding is undone; no limit unless set.
    ///
    /// A body that is larger, or says that it will be, ends the attempt at once with ``ResponseFailure/Code/tooLarge``.
    /// The platform may go on reading for a moment, and drops what it reads.
    public var maxResponseSize: Int?

    /// Whether credentials may travel over plain `http` to a host other than this machine; `false` unless set.
    public var allowsInsecureCredentials: Bool?

    /// Whether the body of the request is a secret, to be left out of cURL commands, and not to be sent to another origin
    /// by a redirect.
    ///
    /// Unset, the body is taken for a secret where it usually is one: in what a sign-in or a refresh of ``JWTAuth``
    /// sends, and in an endpoint that opted out of its server's authentication, which is how tokens are asked for.
    public var hidesBody: Bool?

    /// Who is told what happens during the call; nobody unless set.
    public var observers: [any RequestObserver]?

    /// Creates options; what is not named stays unset.
    public init(
        timeout: Duration? = nil,
        deadline: Duration? = nil,
        retryPolicy: RetryPolicy? = nil,
        redirectPolicy: RedirectPolicy? = nil,
        idempotencyKey: IdempotencyKey? = nil,
        maxResponseSize: Int? = nil,
        allowsInsecureCredentials: Bool? = nil,
        hidesBody: Bool? = nil,
        observers: [any RequestObserver]? = nil
    ) {
        self.timeout = timeout
        self.deadline = deadline
        self.retryPolicy = retryPolicy
        self.redirectPolicy = redirectPolicy
        self.idempotencyKey = idempotencyKey
        self.maxResponseSize = maxResponseSize
        self.allowsInsecureCredentials = allowsInsecureCredentials
        self.hidesBody = hidesBody
        self.observers = observers
    }
}

extension RequestOptions {
    /// These options, with `other`'s where they are unset.
    package func merged(over other: RequestOptions) -> RequestOptions {
        RequestOptions(
            timeout: timeout ?? other.timeout,
            deadline: deadline ?? other.deadline,
            retryPolicy: retryPolicy ?? other.retryPolicy,
            redirectPolicy: redirectPolicy ?? other.redirectPolicy,
            idempotencyKey: idempotencyKey?.merged(over: other.idempotencyKey) ?? other.idempotencyKey,
            maxResponseSize: maxResponseSize ?? other.maxResponseSize,
            allowsInsecureCredentials: allowsInsecureCredentials ?? other.allowsInsecureCredentials,
            hidesBody: hidesBody ?? other.hidesBody,
            observers: observers ?? other.observers
        )
    }
}
