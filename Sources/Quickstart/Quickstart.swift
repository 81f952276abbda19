import Endpoints
import EndpointsMocking

/// A tour of the package: `swift run Quickstart`.
///
/// It talks to a scripted API on this machine (ScriptedAPI.swift), whose endpoints are declared in BlogAPI.swift.
@main
struct Quickstart {
    let session = URLSession.forEndpoints()

    static func main() async throws {
        if CommandLine.arguments.dropFirst().first == "oauth" {
            guard let address = ProcessInfo.processInfo.environment["OAUTH_URL"], !address.isEmpty else {
                return print(OAuthTour.help)
            }
            return try await OAuthTour(address: address).run()
        }
        if let address = ProcessInfo.processInfo.environment["QUICKSTART_BASE_URL"] {
            return try await HTTPBinTour(address: address).run()
        }
        try await Quickstart().run()
    }

    func run() async throws {
        let ada = try await signIn("ada", in: .production)
        print("Signed in as \(try await ada.send(WhoAmI())).")

        let posts = try await ada.send(ListPosts(user: "ada", tags: ["swift", "http"], limit: 10))
        print("A flat endpoint listed \(posts.count) posts: \(posts.map(\.title).joined(separator: ", ")).")

        let draft = AddPost(pathComponents: .init(user: "ada"), body: .init(title: "Nested inputs"))
        print("A nested endpoint added post \(try await ada.send(draft).id).")

        try await expireTokenUnderLoad(of: ada)

        let grace = try await signIn("grace", in: .staging)
        async let here = ada.send(WhoAmI())
        async let there = grace.send(WhoAmI())
        print("Two accounts at once: \(try await here); \(try await there).")

        await showTypedErrors(of: ada)

        let mocked = try await withMock(WhoAmI.self, action: .return("nobody anywhere")) {
            try await ada.send(WhoAmI())
        }
        print("With a mock nothing is sent: \(mocked).")
    }

    /// Signs in and returns a client that is bound to the account.
    func signIn(_ user: String, in environment: TypicalEnvironments) async throws -> Account {
        let tokens = try await session.response(
            with: SignIn(user: user, password: "correct horse battery staple"),
            environment: environment
        )
        let auth = JWTAuth(initialTokens: tokens.pair) { [session] refreshToken in
            try await session.response(with: RefreshTokens(refreshToken: refreshToken), environment: environment).pair
        }
        return Account(session: session, environment: environment, auth: auth)
    }

    /// Ten requests find their token expired at once; they share one refresh.
    func expireTokenUnderLoad(of account: Account) async throws {
        guard let server = ScriptedAPI.running(in: account.environment)?.api else { return }
        await server.expireTokens()
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 1...10 { group.addTask { try await account.send(WhoAmI()) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        print("The token expired under \(answers.count) requests; refreshes: \(await server.refreshCount).")
    }

    /// Each stage of a call has a case of its own, and the server's refusal has its own type.
    func showTypedErrors(of account: Account) async {
        do throws(ShowPost.TaskError) {
            let post = try await account.send(ShowPost(id: 404))
            print("Found \(post.title).")
        } catch {
            switch error {
            case .errorResponse(let refusal, let received):
                print("Status \(received.statusCode), code \(refusal.code): \(refusal.message)")
            case .transportError(let failure):
                print("No answer: \(failure)")
            case .endpointError, .authenticationError, .unreadableResponse, .cancelled:
                print("Not sent or not read: \(error)")
            }
        }
        if case .failure(let error) = await session.result(with: WhoAmI()) {
            print("Without an account: \(error)")
        }
    }
}

/// All that a client of one account takes.
struct Account: Sendable {
    let session: URLSession
    let environment: TypicalEnvironments
    let auth: JWTAuth

    func send<T: Endpoint>(_ endpoint: T) async throws(T.TaskError) -> T.Response where T.Server == BlogAPI {
        try await session.response(with: endpoint, environment: environment, auth: auth)
    }
}
