import Endpoints
import EndpointsOAuth
import Foundation
import LoopbackServer

/// A sign-in from a terminal that is under way, at the moment when the browser has been opened.
struct TerminalStage: Sendable {
    /// What the browser was opened with.
    let address: URL
    /// The port that waits.
    let port: Int
    /// The state of the sign-in.
    let state: String
    /// The redirect URI of the sign-in.
    let redirectURI: String
    /// The sign-in, with its tokens or its error.
    let signIn: Task<Result<TokenResponse, OAuthError>, Never>

    /// Begins a sign-in against a server.
    init(
        at server: LoopbackServer, path: String? = nil, timeLimit: Duration = .seconds(300),
        clock: any Clock<Duration> = ContinuousClock(), parameters: KeyValuePairs<String, String> = [:]
    ) async throws {
        let opened = SharedResult<URL>()
        let open: @Sendable (URL) async -> Void = { opened.settle(.success($0)) }
        let way =
            path.map { LoopbackRedirect(path: $0, timeLimit: timeLimit, clock: clock, open: open) }
            ?? LoopbackRedirect(timeLimit: timeLimit, clock: clock, open: open)
        let configuration = OAuthConfiguration.client(of: server.url)
        signIn = Task { () -> Result<TokenResponse, OAuthError> in
            do throws(OAuthError) {
                return .success(
                    try await way.signIn(with: configuration, parameters: parameters, session: .fresh()))
            } catch {
                // Where the sign-in ends before the browser is opened, nobody waits for it.
                opened.settle(.failure(error))
                return .failure(error)
            }
        }
        address = try await opened.value()
        state = address.item("state") ?? ""
        redirectURI = address.item("redirect_uri") ?? ""
        port = address.redirectPort ?? 0
    }

    /// The target of the redirect that brings a code.
    func target(_ query: String = "code=c", path: String = "/callback") -> String { "\(path)?\(query)&state=\(state)" }

    /// What became of the sign-in, in a word.
    var end: String {
        get async {
            switch await signIn.value {
            case .success(let response): response.tokenPair.accessToken
            case .failure(let error): error.kind
            }
        }
    }
}

extension URL {
    /// A query item of an authorization URL.
    func item(_ name: String) -> String? {
        URLComponents(url: self, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == name }?.value
    }

    /// The port that an authorization URL has the browser sent back to.
    var redirectPort: Int? { item("redirect_uri").flatMap { URLComponents(string: $0)?.port } }
}
