/// A request that got no usable answer: the network's faults, and redirects that were not followed.
public struct TransportFailure: Error, Sendable {
    /// What kind of failure it is.
    ///
    /// The set is open: newer versions may tell more apart.
    public struct Code: Hashable, Sendable {
        /// The name of the code.
        public let name: String

        /// Creates a code of one's own, for tests and transports.
        public init(_ name: String) {
            self.name = name
        }
    }

    private struct Story: Sendable {
        let code: Code
        let urlError: URLError?
        let detail: String?
        var context: FailureContext?
        var reply: TransportReply?
        var redirectedRequest: RedactedRequest?
        var metrics: RequestMetrics?
    }

    private var story: Boxed<Story>

    /// Creates a failure.
    public init(code: Code, urlError: URLError? = nil, detail: String? = nil) {
        story = Boxed(Story(code: code, urlError: urlError.map(Redaction.urlError), detail: detail))
    }

    /// What kind of failure it is.
    public var code: Code { story.value.code }
    /// What the platform said; nil when the failure is our own.
    ///
    /// Its `userInfo` is reduced to the text.
    public var urlError: URLError? { story.value.urlError }
    /// More about it in a sentence's part, such as the address of a refused redirect; without credentials.
    public var detail: String? { story.value.detail }
    /// The circumstances of the call.
    public internal(set) var context: FailureContext? {
        get { story.value.context }
        set { change { $0.context = newValue } }
    }
    /// The answer as far as it had come, where its size is the failure.
    var reply: TransportReply? {
        get { story.value.reply }
        set { change { $0.reply = newValue } }
    }
    /// The request that failed, where redirects made it another than the first.
    var redirectedRequest: RedactedRequest? {
        get { story.value.redirectedRequest }
        set { change { $0.redirectedRequest = newValue } }
    }

    /// How far the request came; nil where nothing is measured.
    var metrics: RequestMetrics? {
        get { story.value.metrics }
        set { change { $0.metrics = newValue } }
    }

    private mutating func change(_ body: (inout Story) -> Void) {
        var changed = story.value
        body(&changed)
        story = Boxed(changed)
    }
}

extension TransportFailure.Code: CustomStringConvertible {
    /// The name of the code.
    public var description: String { name }
}

extension TransportFailure.Code {
    /// The task was cancelled; callers see ``EndpointTaskError/cancelled`` instead.
    package static let cancelled = TransportFailure.Code("cancelled")
    /// The sign-in that the call belongs to has ended; callers see an ``AuthenticationError`` instead.
    package static let signInEnded = TransportFailure.Code("signInEnded")
    /// The attempt's time limit, or the session's, was over.
    public static let timedOut = TransportFailure.Code("timedOut")
    /// The time of the whole call, ``RequestOptions/deadline``, was over.
    public static let deadlineExceeded = TransportFailure.Code("deadlineExceeded")
    /// The device is not connected to a network.
    ///
    /// Linux can't tell and reports one of the next two.
    public static let offline = TransportFailure.Code("offline")
    /// The host's name has no address.
    public static let cannotFindHost = TransportFailure.Code("cannotFindHost")
    /// Nothing listens at the address, or it can't be reached.
    public static let cannotConnect = TransportFailure.Code("cannotConnect")
    /// The proxy has no address, nothing listens there, or it can't be reached.
    public static let cannotConnectToProxy = TransportFailure.Code("cannotConnectToProxy")
    /// The proxy doesn't take the connection to the server; ``TransportFailure/detail`` has its status.
    public static let proxyRefused = TransportFailure.Code("proxyRefused")
    /// The proxy asks for credentials, or doesn't accept those that it has been given.
    public static let proxyAuthenticationRequired = TransportFailure.Code("proxyAuthenticationRequired")
    /// The connection broke before the answer was complete.
    public static let connectionLost = TransportFailure.Code("connectionLost")
    /// The TLS handshake failed for another reason than those that follow.
    public static let secureConnectionFailed = TransportFailure.Code("secureConnectionFailed")
    /// The certificate is not valid at this time.
    public static let certificateExpired = TransportFailure.Code("certificateExpired")
    /// The certificate is another host's.
    public static let certificateHostMismatch = TransportFailure.Code("certificateHostMismatch")
    /// The certificate's issuer is not trusted.
    public static let certificateUntrusted = TransportFailure.Code("certificateUntrusted")
    /// None of the host's certificates has a public key that ``TransportSecurity`` pins.
    public static let certificatePinMismatch = TransportFailure.Code("certificatePinMismatch")
    /// The server asks for a client certificate, and the session has none.
    public static let clientCertificateRequired = TransportFailure.Code("clientCertificateRequired")
    /// The server doesn't accept the session's client certificate.
    public static let clientCertificateRejected = TransportFailure.Code("clientCertificateRejected")
    /// App Transport Security forbids the connection, on Apple platforms: usually because it is plain `http`.
    public static let forbiddenByTransportSecurity = TransportFailure.Code("forbiddenByTransportSecurity")
    /// What came back is not HTTP, or broken HTTP.
    public static let invalidResponse = TransportFailure.Code("invalidResponse")
    /// The answer's header fields are larger than the platform accepts; callers see a ``ResponseFailure`` instead.
    package static let headersTooLarge = TransportFailure.Code("headersTooLarge")
    /// The answer's body is larger than the call accepts; callers see a ``ResponseFailure`` instead.
    package static let tooLarge = TransportFailure.Code("tooLarge")
    /// More than ten redirects.
    public static let tooManyRedirects = TransportFailure.Code("tooManyRedirects")
    /// A redirect from `https` to `http`.
    public static let insecureRedirect = TransportFailure.Code("insecureRedirect")
    /// A redirect to something that is not an `http` or `https` URL.
    public static let invalidRedirect = TransportFailure.Code("invalidRedirect")
    /// A redirect to another origin, which ``RedirectPolicy/sameOrigin`` doesn't follow, or which would carry a body
    /// there that is a secret (``RequestOptions/hidesBody``).
    public static let foreignRedirect = TransportFailure.Code("foreignRedirect")
    /// A redirect that needs the body again, or that may do harm, in a call that can't send it again.
    public static let redirectNeedsBody = TransportFailure.Code("redirectNeedsBody")
    /// The session can't carry endpoint calls: its configuration has a background identifier, or a header field that
    /// can't be sent, or what carries its calls can't do what ``TransportSecurity`` asks for.
    public static let unsupportedSession = TransportFailure.Code("unsupportedSession")
    /// The session has been invalidated.
    public static let sessionInvalidated = TransportFailure.Code("sessionInvalidated")
    /// The process is a fork, without exec, of one that had used the network: nothing of the network is left in it.
    public static let forkedProcess = TransportFailure.Code("forkedProcess")
    /// A test allows no calls to the network, and nothing answers this one in its place.
    public static let networkForbidden = TransportFailure.Code("networkForbidden")
    /// Anything else; the platform's error says what.
    public static let other = TransportFailure.Code("other")
}
