/// Why a request could not be given its credentials.
///
/// Nothing has been sent with wrong or missing ones. A code matches in a pattern:
///
/// ```swift
/// catch .authenticationError(.signInReplaced) { … }
/// ```
public struct AuthenticationError: Error, Sendable {
    /// What kind of failure it is.
    ///
    /// The set is open: newer versions may tell more apart.
    public struct Code: Hashable, Sendable {
        /// The name of the code.
        public let name: String

        /// Creates a code of one's own, for authentication methods and tests.
        public init(_ name: String) {
            self.name = name
        }

        /// Matches the code of an error of any type, as in `catch AuthenticationError.Code.refreshFailed`.
        @_disfavoredOverload
        public static func ~= (code: Code, error: any Error) -> Bool { (error as? AuthenticationError)?.code == code }
    }

    private struct Story: Sendable {
        let code: Code
        let underlying: (any Error)?
        let destination: URL?
        var received: Received?
    }

    private var story: Boxed<Story>

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: what kind of failure it is.
    ///   - underlying: what caused it; nil by default.
    public init(code: Code, underlying: (any Error)? = nil) {
        self.init(code: code, underlying: underlying, destination: nil)
    }

    private init(code: Code, underlying: (any Error)?, destination: URL?) {
        story = Boxed(Story(code: code, underlying: underlying, destination: destination))
    }

    /// What kind of failure it is.
    public var code: Code { story.value.code }
    /// What caused it: the error that a refresh handler, a token store or an authentication method threw; nil when there
    /// is no other.
    public var underlying: (any Error)? { story.value.underlying }
    /// The server's refusal that new credentials were wanted for, with its body; nil when none came before the failure.
    public internal(set) var received: Received? {
        get { story.value.received }
        set {
            var changed = story.value
            changed.received = newValue
            story = Boxed(changed)
        }
    }
    /// Where credentials would have gone in the clear, without the query; nil for every other failure.
    public var destination: URL? { story.value.destination }

    /// Matches the code of an error in a pattern.
    public static func ~= (code: Code, error: AuthenticationError) -> Bool { error.code == code }

    /// Matches an error of the same code, as in `catch AuthenticationError.notAuthenticated`.
    @_disfavoredOverload
    public static func ~= (pattern: Self, error: any Error) -> Bool { pattern.code ~= error }
}

extension AuthenticationError.Code: CustomStringConvertible {
    /// The name of the code.
    public var description: String { name }
}

extension AuthenticationError.Code {
    /// Nobody is signed in, or the sign-in that a call belongs to has ended.
    public static let notAuthenticated = Self("notAuthenticated")
    /// Another sign-in has taken the place of the one that the call belongs to, so the call was ended.
    public static let signInReplaced = Self("signInReplaced")
    /// The server's endpoints need the `auth:` argument, and the call has none.
    public static let callerMustAuthenticate = Self("callerMustAuthenticate")
    /// A new token is needed, and there is no refresh token to get it with.
    public static let noRefreshToken = Self("noRefreshToken")
    /// The refresh failed for now; the tokens are kept, and a later request tries again.
    public static let refreshFailed = Self("refreshFailed")
    /// The server refused the refresh token for good; the tokens are gone, and the user must sign in again.
    public static let refreshRejected = Self("refreshRejected")
    /// The server refuses access tokens that it has just given out; see
    /// ``JWTAuth/Configuration/endsSignInWhenStillRefused``.
    public static let renewedTokenRefused = Self("renewedTokenRefused")
    /// The refresh took longer than its time limit; the tokens are kept.
    public static let refreshTimedOut = Self("refreshTimedOut")
    /// The token store could not be read or written.
    ///
    /// This is not a sign-out: nothing was deleted.
    public static let storageFailed = Self("storageFailed")
    /// The refresh handler needs the very token that it is fetching.
    public static let reentrantRefresh = Self("reentrantRefresh")
    /// Credentials would have traveled over plain `http` to another machine.
    public static let insecureTransport = Self("insecureTransport")
    /// What a custom authentication method threw.
    public static let custom = Self("custom")
}

extension AuthenticationError {
    /// Nobody is signed in.
    public static let notAuthenticated = Self(code: .notAuthenticated)
    /// Another sign-in has taken the place of the call's.
    public static let signInReplaced = Self(code: .signInReplaced)
    /// The call has no `auth:` argument.
    public static let callerMustAuthenticate = Self(code: .callerMustAuthenticate)
    /// There is no refresh token.
    public static let noRefreshToken = Self(code: .noRefreshToken)
    /// The refresh took too long.
    public static let refreshTimedOut = Self(code: .refreshTimedOut)

    /// The refresh failed for now.
    public static func refreshFailed(underlying: any Error) -> Self {
        Self(code: .refreshFailed, underlying: underlying)
    }

    /// The server refused the refresh token for good.
    public static func refreshRejected(underlying: any Error) -> Self {
        Self(code: .refreshRejected, underlying: underlying)
    }

    /// The token store could not be read or written.
    public static func storageFailed(underlying: any Error) -> Self {
        Self(code: .storageFailed, underlying: underlying)
    }

    /// The refresh handler needs the token that it is fetching.
    public static func reentrantRefresh(_ error: RefreshReentrancyError) -> Self {
        Self(code: .reentrantRefresh, underlying: error)
    }

    /// Credentials would have traveled over plain `http`.
    public static func insecureTransport(_ destination: URL) -> Self {
        Self(code: .insecureTransport, underlying: nil, destination: destination)
    }

    /// A custom authentication method failed.
    public static func custom(underlying: any Error) -> Self {
        Self(code: .custom, underlying: underlying)
    }
}
