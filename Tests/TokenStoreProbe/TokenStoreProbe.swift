import Endpoints

/// The second process of the tests about processes that share a store.
///
///     TokenStoreProbe rounds FILE SERVER COUNT [SECONDS]
///                                     one request a round, as an app with a file store makes it; the refresh's limit
///     TokenStoreProbe save FILE       saves one pair after the other until it is killed
///     TokenStoreProbe login FILE A R  signs somebody in with these tokens
///     TokenStoreProbe logout FILE     signs out
///     TokenStoreProbe renew FILE A R  renews the sign-in after a refusal of A1, which gives these tokens
///     TokenStoreProbe full FILE WHEN  refreshes on a small disk that is full before or while the token is presented
@main
struct TokenStoreProbe {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let mode = arguments.first, let file = arguments.dropFirst().first else { throw ProbeUsage() }
        let storage = FileTokenStorage(url: URL(fileURLWithPath: file))
        switch mode {
        case "rounds":
            guard let server = arguments.dropFirst(2).first.flatMap({ URL(string: $0) }),
                let count = arguments.dropFirst(3).first.flatMap({ Int($0) })
            else { throw ProbeUsage() }
            let limit = arguments.dropFirst(4).first.flatMap { Double($0) } ?? 60
            try await run(rounds: count, at: server, with: storage, limit: .seconds(limit))
        case "save":
            try await save(in: storage)
        case "full":
            try await FullDisk(storage: storage).run(isEarly: arguments.last == "before")
        case "login", "logout", "renew":
            try await command(mode, with: storage, tokens: Array(arguments.dropFirst(2)))
        default:
            throw ProbeUsage()
        }
    }

    private static func command(_ name: String, with storage: FileTokenStorage, tokens: [String]) async throws {
        let next = TokenPair(accessToken: tokens.first ?? "", refreshToken: tokens.dropFirst().first)
        let auth = JWTAuth(storage: storage) { _ in next }
        switch name {
        case "login": try await auth.login { next }
        case "logout": try await auth.logout()
        default:
            var refused = URLRequest(url: storage.url)
            refused.setValue("Bearer A1", forHTTPHeaderField: "Authorization")
            try await auth.reauthenticate(after: refused)
        }
    }

    private static func run(
        rounds: Int, at server: URL, with storage: FileTokenStorage, limit: Duration
    ) async throws {
        let auth = JWTAuth(storage: storage, configuration: .init(refreshTimeout: limit)) { refreshToken in
            let exchange = ExchangeToken(refreshToken: refreshToken)
            return try await URLSession.shared.response(with: exchange, environment: server).pair
        }
        do {
            for round in 1...max(1, rounds) {
                let token = try await URLSession.shared.response(
                    with: FetchRound(number: round), environment: server, auth: auth)
                print("\(round) \(token)")
            }
        } catch .authenticationError(let error) {
            print(error.code)
            exit(1)
        }
    }

    private static func save(in storage: FileTokenStorage) async throws {
        for number in 1... {
            let filling = String(repeating: "x", count: 4096)
            let tokens = TokenPair(accessToken: "A\(number)-\(filling)", refreshToken: "r\(number)-\(filling)")
            try await storage.withExclusiveAccess { try await storage.save(tokens) }
            FileHandle.standardOutput.write(Data("\(number)\n".utf8))
        }
    }
}

/// The arguments are none that the probe knows.
struct ProbeUsage: Error {}
