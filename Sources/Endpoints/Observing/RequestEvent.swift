/// Something that happened during a call.
///
/// The kinds and properties are open: newer versions may add some. What doesn't belong to the kind of the event is nil.
public struct RequestEvent: Sendable {
    /// What happened.
    public struct Kind: Hashable, Sendable {
        /// The name of the kind.
        public let name: String
    }

    /// What happened.
    public let kind: Kind
    /// Tells the calls of the process apart.
    public let callID: UInt64
    /// The number of the attempt, counted from 1; 0 before the first one.
    public let attempt: Int
    /// The name of the endpoint's type.
    public let endpoint: String
    /// The time from the start of the call.
    public let elapsed: Duration
    /// The request, as far as it has come; nil when none could be built.
    public let request: SentRequest?
    /// What carries the call, in the event ``Kind/built``; nil where it never gets to the network.
    public internal(set) var transferEngine: TransferEngine?
    /// The status code of the answer.
    public internal(set) var statusCode: Int?
    /// The time from the start of the attempt, counted from when its request was on its way.
    public internal(set) var duration: Duration?
    /// The size of the body that was sent, in bytes.
    public internal(set) var requestSize: Int?
    /// The size of the body that was received, in bytes, after its content coding was undone.
    public internal(set) var responseSize: Int?
    /// What was measured of the attempt's last request, with an answer, a redirect or a failure; nil where nothing is.
    public internal(set) var metrics: RequestMetrics?
    /// The wait before the next attempt.
    public internal(set) var delay: Duration?
    /// Why there is another attempt, or what displaced a credential, in a few words without secrets.
    public internal(set) var reason: String?
    /// What went wrong.
    public internal(set) var failure: (any EndpointFailure)?
}

extension RequestEvent.Kind: CustomStringConvertible {
    /// The name of the kind.
    public var description: String { name }
}

extension RequestEvent.Kind {
    /// The endpoint's values have become a request.
    public static let built = RequestEvent.Kind(name: "built")
    /// The request of an attempt has its credentials, or needs none.
    public static let authenticated = RequestEvent.Kind(name: "authenticated")
    /// What the endpoint declares stands where its authentication method would put a credential, which is not sent;
    /// ``RequestEvent/reason`` names the header field or query item.
    public static let credentialDisplaced = RequestEvent.Kind(name: "credentialDisplaced")
    /// A request is on its way; ``RequestEvent/requestSize`` is the size of its body.
    public static let sent = RequestEvent.Kind(name: "sent")
    /// A redirect is followed; ``RequestEvent/request`` is the one that it led to, and ``RequestEvent/metrics`` are those
    /// of the one before.
    public static let redirected = RequestEvent.Kind(name: "redirected")
    /// An answer has come; it has a status, a size, the duration of the attempt, and metrics.
    public static let received = RequestEvent.Kind(name: "received")
    /// The answer says that the credentials are no longer good, and others are asked for.
    public static let reauthenticating = RequestEvent.Kind(name: "reauthenticating")
    /// The call started a refresh of ``JWTAuth``, which brought new tokens.
    public static let refreshed = RequestEvent.Kind(name: "refreshed")
    /// The call waited for a refresh that another one had started.
    public static let coalesced = RequestEvent.Kind(name: "coalesced")
    /// The token that the server refused had been replaced meanwhile, so the call needed no refresh.
    public static let rotated = RequestEvent.Kind(name: "rotated")
    /// The attempt failed, and another one follows after ``RequestEvent/delay`` because of ``RequestEvent/reason``.
    public static let retrying = RequestEvent.Kind(name: "retrying")
    /// The call has its response.
    public static let succeeded = RequestEvent.Kind(name: "succeeded")
    /// The call has failed; ``RequestEvent/failure`` says why.
    public static let failed = RequestEvent.Kind(name: "failed")
}
