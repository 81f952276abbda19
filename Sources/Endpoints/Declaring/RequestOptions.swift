/// How calls are carried out.
///
/// Every option is unset until it is set; a call's options come before the endpoint's, and those before the server's.
public struct RequestOptions: Sendable {
    /// What is set, if anything; on the heap, because every call and every frame that it waits in has some options.
    private var chosen: Boxed<Values>?

    private var values: Values {
        get { chosen?.value ?? Values() }
        set { chosen = Boxed(newValue) }
    }

    /// The time that one attempt may take, redirects included, measured on the package's own clock: fractions of a
    /// second count, and a body that trickles in doesn't stretch it.
    ///
    /// Unset, the session's own limit holds (60 seconds without traffic). Zero or less ends the attempt before it is
    /// sent. A phone app does well with 20 seconds. The time that an attempt waits for one of the session's connections
    /// (`httpMaximumConnectionsPerHost`) doesn't count for plain `http` on Linux; over TLS the platform doesn't tell
    /// when it got one, because requests may share a connection, and the wait counts.
    public var timeout: Duration? {
        get { chosen?.value.timeout }
        set { values.timeout = newValue }
    }

    /// The time that the whole call may take: every attempt, every refresh and every wait between attempts.
    ///
    /// When it is over, the call ends with ``TransportFailure/Code/deadlineExceeded``. A retry that would begin after
    /// it is not waited for: the call ends at once with what the last attempt came to. Unset, there is no such limit;
    /// zero or less ends the call before it is sent.
    public var deadline: Duration? {
        get { chosen?.value.deadline }
        set { values.deadline = newValue }
    }

    /// When a failed attempt is followed by another one; ``RetryPolicy/never`` unless set.
    public var retryPolicy: RetryPolicy? {
        get { chosen?.value.retryPolicy }
        set { values.retryPolicy = newValue }
    }

    /// Which redirects are followed; ``RedirectPolicy/follow`` unless set.
    public var redirectPolicy: RedirectPolicy? {
        get { chosen?.value.redirectPolicy }
        set { values.redirectPolicy = newValue }
    }

    /// The key by which a server recognises an attempt of a call that it has carried out already; none unless set.
    ///
    /// It makes a request repeatable whatever its method is.
    public var idempotencyKey: IdempotencyKey? {
        get { chosen?.value.idempotencyKey }
        set { values.idempotencyKey = newValue }
    }

    /// The number of bytes that an answer's body may have, after its content coding is undone; no limit unless set.
    ///
    /// A body that is larger, or says that it will be, ends the attempt at once with ``ResponseFailure/Code/tooLarge``.
    /// The platform may go on reading for a moment, and drops what it reads.
    public var maxResponseSize: Int? {
        get { chosen?.value.maxResponseSize }
        set { values.maxResponseSize = newValue }
    }

    /// Whether credentials may travel over plain `http` to a host other than this machine; `false` unless set.
    public var allowsInsecureCredentials: Bool? {
        get { chosen?.value.allowsInsecureCredentials }
        set { values.allowsInsecureCredentials = newValue }
    }

    /// Whether the body of the request is a secret, to be left out of cURL commands, and not to be sent to another origin
    /// by a redirect.
    ///
    /// Unset, the body is taken for a secret where it usually is one: in what a sign-in or a refresh of ``JWTAuth``
    /// sends, and in an endpoint that opted out of its server's authentication, which is how tokens are asked for.
    public var hidesBody: Bool? {
        get { chosen?.value.hidesBody }
        set { values.hidesBody = newValue }
    }

    /// Who is told what happens during the call; nobody unless set.
    public var observers: [any RequestObserver]? {
        get { chosen?.value.observers }
        set { values.observers = newValue }
    }

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
        let values = Values(
            timeout: timeout,
            deadline: deadline,
            retryPolicy: retryPolicy,
            redirectPolicy: redirectPolicy,
            idempotencyKey: idempotencyKey,
            maxResponseSize: maxResponseSize,
            allowsInsecureCredentials: allowsInsecureCredentials,
            hidesBody: hidesBody,
            observers: observers
        )
        if !values.isEmpty { chosen = Boxed(values) }
    }
}

extension RequestOptions {
    private struct Values: Sendable {
        var timeout: Duration?
        var deadline: Duration?
        var retryPolicy: RetryPolicy?
        var redirectPolicy: RedirectPolicy?
        var idempotencyKey: IdempotencyKey?
        var maxResponseSize: Int?
        var allowsInsecureCredentials: Bool?
        var hidesBody: Bool?
        var observers: [any RequestObserver]?

        var isEmpty: Bool {
            timeout == nil && deadline == nil && retryPolicy == nil && redirectPolicy == nil && idempotencyKey == nil
                && maxResponseSize == nil && allowsInsecureCredentials == nil && hidesBody == nil && observers == nil
        }
    }

    /// These options, with `other`'s where they are unset.
    package func merged(over other: RequestOptions) -> RequestOptions {
        guard chosen != nil else { return other }
        guard other.chosen != nil else { return self }
        return RequestOptions(
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
