/// The authorization server as the package sees it: every request names the URL that it goes to.
struct AuthorizationServer: ServerDefinition {
    typealias Environments = URL
    static let auth = CallerAuth()
    static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
    /// Codes, verifiers, secrets and tokens are in the bodies.
    static let options = RequestOptions(hidesBody: true)
}
