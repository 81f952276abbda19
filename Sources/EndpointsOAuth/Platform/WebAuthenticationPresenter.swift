#if canImport(AuthenticationServices) && !os(tvOS) && !os(watchOS)
public import AuthenticationServices

/// Signs in through the system's own browser sheet on Apple platforms (RFC 8252 §8.6).
///
/// ```swift
/// let presenter = WebAuthenticationPresenter(anchor: window)
/// let response = try await presenter.signIn(with: flow)
/// ```
@MainActor
public final class WebAuthenticationPresenter: NSObject, ASWebAuthenticationPresentationContextProviding {
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

    /// Signs in, and returns the tokens.
    ///
    /// - Throws: ``OAuthError``; ``OAuthError/cancelled`` when the user closed the sheet, or the task was cancelled.
    public func signIn(
        with flow: AuthorizationCodeFlow, parameters: KeyValuePairs<String, String> = [:]
    ) async throws(OAuthError) -> TokenResponse {
        let attempt = try flow.begin(parameters: parameters)
        let redirect = try await present(attempt.url, scheme: URL(string: flow.configuration.redirectURI)?.scheme)
        switch attempt.handle(redirect: redirect) {
        case .code(let code): return try await flow.exchange(code: code, of: attempt)
        case .failure(let error): throw error
        case .notMine: throw .stateMismatch
        }
    }

    /// The window that the sheet belongs to.
    public func presentationAnchor(for session: ASWebAuthenticationSession) -> ASPresentationAnchor { anchor }

    private func present(_ url: URL, scheme: String?) async throws(OAuthError) -> URL {
        let result = SharedResult<URL>()
        let session = ASWebAuthenticationSession(url: url, callbackURLScheme: scheme) { redirect, error in
            if let redirect {
                result.settle(.success(redirect))
            } else {
                result.settle(.failure(error ?? OAuthError.cancelled))
            }
        }
        session.presentationContextProvider = self
        session.prefersEphemeralWebBrowserSession = prefersEphemeralSession
        guard session.start() else { throw .invalidConfiguration("the browser sheet could not be shown") }
        do {
            return try await result.value()
        } catch {
            // A task that was cancelled closes the sheet; a sheet that was closed has nothing to cancel.
            session.cancel()
            throw .cancelled
        }
    }
}
#endif
