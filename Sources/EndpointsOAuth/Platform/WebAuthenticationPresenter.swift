#if canImport(AuthenticationServices)
public import AuthenticationServices

/// Signs in through the system's own browser sheet on Apple platforms (RFC 8252 §8.6).
///
/// ```swift
/// let presenter = WebAuthenticationPresenter(anchor: window)
/// let response = try await presenter.signIn(with: flow)
/// ```
///
/// The redirect URI has a custom scheme, or `https` from iOS 17.4, macOS 14.4, watchOS 10.4, tvOS 17.4 and visionOS 1.1 on,
/// where the host's `apple-app-site-association` file names the app. On tvOS and watchOS the sheet needs no window, and
/// the presenter is created without one.
@MainActor
public final class WebAuthenticationPresenter: NSObject {
    #if os(tvOS)
    /// Creates a presenter.
    override public init() {}
    #elseif os(watchOS)
    private let prefersEphemeralSession: Bool

    /// Creates a presenter.
    ///
    /// - Parameter prefersEphemeralSession: whether the sheet shares no cookies with the browser; it does unless given.
    public init(prefersEphemeralSession: Bool = false) {
        self.prefersEphemeralSession = prefersEphemeralSession
    }
    #else
    private let anchor: ASPresentationAnchor
    private let prefersEphemeralSession: Bool

    /// Creates a presenter.
    ///
    /// - Parameters:
    ///   - anchor: the window that the sheet belongs to.
    ///   - prefersEphemeralSession: whether the sheet shares no cookies with the browser; it does unless given.
    public init(anchor: ASPresentationAnchor, prefersEphemeralSession: Bool = false) {
        self.anchor = anchor
        self.prefersEphemeralSession = prefersEphemeralSession
    }
    #endif

    /// Signs in, and returns the tokens.
    ///
    /// - Throws: ``OAuthError``. ``OAuthError/cancelled`` when the user closed the sheet or the task was cancelled;
    ///   ``OAuthError/presentationFailed(underlying:)`` when the sheet reported another error;
    ///   ``OAuthError/invalidConfiguration(_:)`` for a redirect URI that the sheet can't wait for, or a window that is not
    ///   on the screen.
    public func signIn(
        with flow: AuthorizationCodeFlow, parameters: KeyValuePairs<String, String> = [:]
    ) async throws(OAuthError) -> TokenResponse {
        let callback = try WebAuthenticationCallback(redirectURI: flow.configuration.redirectURI)
        let attempt = try flow.begin(parameters: parameters)
        let redirect = try await present(attempt.url, callback)
        switch attempt.handle(redirect: redirect) {
        case .code(let code): return try await flow.exchange(code: code, of: attempt)
        case .failure(let error): throw error
        case .notMine: throw .stateMismatch
        }
    }

    private func present(_ url: URL, _ callback: WebAuthenticationCallback) async throws(OAuthError) -> URL {
        let result = SharedResult<URL>()
        let session = try Self.session(url, callback) { redirect, error in
            let failure = OAuthError(ofSheet: error, sheetErrorDomain: ASWebAuthenticationSessionErrorDomain)
            result.settle(redirect.map { .success($0) } ?? .failure(failure))
        }
        #if !os(tvOS)
        session.prefersEphemeralWebBrowserSession = prefersEphemeralSession
        #endif
        #if !os(tvOS) && !os(watchOS)
        session.presentationContextProvider = self
        #endif
        guard session.start() else { throw .invalidConfiguration("the browser sheet could not be shown") }
        do {
            return try await result.value()
        } catch {
            // A task that was cancelled closes the sheet; a sheet that was closed has nothing to cancel.
            session.cancel()
            throw OAuthError(ofSheet: error, sheetErrorDomain: ASWebAuthenticationSessionErrorDomain)
        }
    }

    /// Makes the sheet.
    ///
    /// Its handler is called on a queue of the system's, so it must not be the main actor's: that would be a trap.
    private static func session(
        _ url: URL, _ callback: WebAuthenticationCallback, _ handler: @escaping @Sendable (URL?, (any Error)?) -> Void
    ) throws(OAuthError) -> ASWebAuthenticationSession {
        switch callback {
        case .customScheme(let scheme):
            return ASWebAuthenticationSession(url: url, callbackURLScheme: scheme, completionHandler: handler)
        case .https(let host, let path):
            guard #available(iOS 17.4, macOS 14.4, watchOS 10.4, tvOS 17.4, visionOS 1.1, *) else {
                throw WebAuthenticationCallback.httpsNeedsNewerSystem
            }
            return ASWebAuthenticationSession(
                url: url, callback: .https(host: host, path: path), completionHandler: handler)
        }
    }
}

#if !os(tvOS) && !os(watchOS)
extension WebAuthenticationPresenter: ASWebAuthenticationPresentationContextProviding {
    /// The window that the sheet belongs to.
    ///
    /// The system asks on the main thread. Older SDKs don't say so, which is why the method is nonisolated.
    nonisolated public func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor {
        MainActor.assumeIsolated { anchor }
    }
}
#endif
#endif
