import Endpoints

/// The second process of the tests about processes that share a store.
///
///     TokenStoreProbe rounds FILE SERVER COUNT    one request a round, as an app with a file store makes it
///     TokenStoreProbe save FILE                   saves one pair after the other until it is killed
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
            try await run(rounds: count, at: server, with: storage)
        case "save":
            try await save(in: storage)
        default:
            throw ProbeUsage()
        }
    }

    private static func run(rounds: Int, at server: URL, with storage: FileTokenStorage) async throws {
        let auth = JWTAuth(storage: storage) { refreshToken in
            let exchange = ExchangeToken(refreshToken: refreshToken)
            return try await URLSession.shared.response(with: exchange, environment: server).pair
        }
        for round in 1...max(1, rounds) {
            let token = try await URLSession.shared.response(
                with: FetchRound(number: round), environment: server, auth: auth)
            print("\(round) \(token)")
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
