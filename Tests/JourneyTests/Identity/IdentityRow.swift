import Endpoints
import Testing

/// A row of the table of R-22: where a call is, what happens to its sign-in meanwhile, and how it asks for its token.
struct IdentityRow: Sendable, CustomTestStringConvertible {
    /// Where the call is.
    enum Moment: String, CaseIterable, Sendable {
        case waitsToSend, refused, betweenRetries, inLine, answeredWell, answeredBadly, redirected, storeIsRead
        case loginRuns
    }

    /// What happens meanwhile.
    enum Command: String, CaseIterable, Sendable {
        case logout, login, loginKeepingCalls, setTokens, updateTokens, rejection
        case otherLogout, otherLogin, otherRenewal

        /// Whether another owner of the same store does it.
        var isOther: Bool { [.otherLogout, .otherLogin, .otherRenewal].contains(self) }

        /// The access token after it.
        var token: String? {
            switch self {
            case .logout, .rejection, .otherLogout: nil
            case .login, .setTokens, .otherLogin: "B1"
            case .loginKeepingCalls: "A9"
            case .updateTokens, .otherRenewal: "A5"
            }
        }

        /// Whether the sign-in before it goes on.
        var keepsSignIn: Bool { [.loginKeepingCalls, .updateTokens, .otherRenewal].contains(self) }

        /// What a call ends with that may not be sent any more.
        var fault: String { token == nil ? "notAuthenticated" : "signInReplaced" }
    }

    /// How the call asks for its token.
    enum Wrapping: String, CaseIterable, Sendable {
        case plain, ifAvailable, custom, bearer

        func method(around auth: JWTAuth) -> any AuthenticationMethod {
            switch self {
            case .plain: auth
            case .ifAvailable: auth.ifAvailable
            case .custom: SignedByApp(account: auth)
            case .bearer: BearerAuth { try await auth.accessToken() }
            }
        }
    }

    let moment: Moment
    let command: Command
    let wrapping: Wrapping

    var testDescription: String { "\(moment), \(command), \(wrapping)" }

    static let all = Moment.allCases.flatMap { moment in
        Command.allCases.flatMap { command in
            Wrapping.allCases.map { IdentityRow(moment: moment, command: command, wrapping: $0) }
        }
    }
    .filter(\.isPossible)

    private var isPossible: Bool {
        switch moment {
        // Nothing asks this method for new credentials, so its call never waits after a refusal.
        case .refused: wrapping != .bearer
        // Nothing is known yet that could be refused or updated.
        case .storeIsRead: ![.rejection, .updateTokens].contains(command)
        case .loginRuns: ![.rejection, .updateTokens, .otherRenewal].contains(command)
        default: true
        }
    }
}

/// A method of the app's own around an account.
struct SignedByApp: AuthenticationMethod {
    let account: JWTAuth

    func authenticate(request: URLRequest) async throws -> URLRequest {
        var request = try await account.authenticate(request: request)
        request.setValue("app", forHTTPHeaderField: "X-App")
        return request
    }

    func shouldReauthenticate(after response: HTTPURLResponse, body: Data, to request: URLRequest) -> Bool {
        account.shouldReauthenticate(after: response, body: body, to: request)
    }

    func reauthenticate(after failedRequest: URLRequest) async throws {
        try await account.reauthenticate(after: failedRequest)
    }
}
