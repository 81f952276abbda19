/// The device authorization grant (RFC 8628): a program without a browser shows a code, and the user signs in elsewhere.
///
/// ```swift
/// for try await step in DeviceCodeFlow(configuration).signIn() {
///     switch step {
///     case .show(let device): print("Open \(device.verificationURI) and enter \(device.userCode)")
///     case .signedIn(let response): try await API.auth.setTokens(response.tokenPair)
///     }
/// }
/// ```
public struct DeviceCodeFlow: Sendable {
    /// A step of a sign-in.
    public enum Step: Sendable {
        /// The user has to do something.
        case show(DeviceAuthorization)
        /// The user has signed in; it is the last step.
        case signedIn(TokenResponse)
    }

    private let client: OAuthClient
    private let clock: any Clock<Duration>

    /// Creates a flow.
    ///
    /// - Parameters:
    ///   - configuration: the server and the client.
    ///   - session: carries the requests.
    ///   - clock: measures the waits between two questions.
    public init(
        _ configuration: OAuthConfiguration, session: URLSession = .shared,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        client = OAuthClient(configuration, session: session)
        self.clock = clock
    }

    /// Signs in: the steps come as they happen, and the last one brings the tokens.
    ///
    /// It ends with an ``OAuthError``: ``OAuthError/server(_:)`` with `access_denied` or `expired_token`, or
    /// ``OAuthError/timedOut`` when the code's lifetime is over. Whoever ends the loop early ends the sign-in.
    public func signIn() -> AsyncThrowingStream<Step, any Error> {
        AsyncThrowingStream { steps in
            let work = Task {
                do {
                    let device = try await begin()
                    steps.yield(.show(device))
                    steps.yield(.signedIn(try await tokens(for: device)))
                    steps.finish()
                } catch {
                    steps.finish(throwing: error)
                }
            }
            steps.onTermination = { _ in work.cancel() }
        }
    }

    /// Asks for a code (RFC 8628 §3.1).
    public func begin() async throws(OAuthError) -> DeviceAuthorization {
        guard let endpoint = client.configuration.deviceAuthorizationEndpoint else {
            throw .invalidConfiguration("it has no device authorization endpoint")
        }
        let scope = client.configuration.scopeText.map { [(name: "scope", value: $0)] } ?? []
        return try DeviceAuthorization(try await client.reply(of: endpoint, to: scope))
    }

    /// Asks again and again until the user has signed in (RFC 8628 §3.4, §3.5).
    public func tokens(for device: DeviceAuthorization) async throws(OAuthError) -> TokenResponse {
        var pace = DevicePace(interval: device.interval, lifetime: device.lifetime)
        let items = [
            (name: "grant_type", value: "urn:ietf:params:oauth:grant-type:device_code"),
            ("device_code", device.deviceCode.value),
        ]
        while true {
            let failure: OAuthError
            do throws(OAuthError) { return try await client.tokens(items) } catch { failure = error }
            guard !Task.isCancelled, let wait = try pace.wait(after: failure) else { throw .cancelled }
            do { try await clock.sleep(for: wait) } catch { throw .cancelled }
        }
    }
}
