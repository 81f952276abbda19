// The samples of the DocC article “Authentication”, word for word: DocumentationTests compares them.
import Endpoints
import EndpointsMocking

struct Shop: ServerDefinition {
    static let auth: JWTAuth = .init(storage: KeychainTokenStorage(service: "com.example.shop")) { refreshToken in
        try await URLSession.shared.response(with: RenewTokens(refreshToken: refreshToken)).pair
    } onRefreshFailed: { _ in
        print("Please sign in again.")
    }

    func baseURL(for environment: TypicalEnvironments) -> URL? {
        URL(string: "https://shop.example.com/v1")
    }
}

struct RenewTokens: Endpoint {
    typealias Server = Shop
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(
        method: .post, path: "token", parameters: [.form("refresh_token", \.refreshToken)])
    var refreshToken: String

    nonisolated struct Response: Decodable, Sendable {
        let accessToken: String
        let refreshToken: String?
        let expiresIn: Double?

        var pair: TokenPair {
            TokenPair(
                accessToken: accessToken,
                refreshToken: refreshToken,
                expiresAt: expiresIn.map { Date(timeIntervalSinceNow: $0) }
            )
        }
    }
}

struct SignIn: Endpoint {
    typealias Server = Shop
    typealias Response = RenewTokens.Response
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(method: .post, path: "sign-in")
    var body: Password

    nonisolated struct Password: Encodable, Sendable {
        let name: String
        let password: String
    }
}

func signIn(name: String, password: String) async throws {
    try await Shop.auth.login {
        try await URLSession.shared.response(with: SignIn(body: .init(name: name, password: password))).pair
    }
}

func signOut() async throws {
    try await Shop.auth.logout()
}

func follow() async {
    for await state in Shop.auth.states {
        switch state {
        case .loading: print("a moment")
        case .unauthenticated: print("show the sign-in")
        case .authenticating: print("signing in")
        case .authenticated, .refreshing: print("show the shop")
        case .storageFailed: print("the next request tries again")
        }
    }
}

nonisolated struct Account: Sendable {
    let auth: JWTAuth

    init(name: String) {
        auth = JWTAuth(
            storage: KeychainTokenStorage(service: "com.example.shop", account: name)
        ) { refreshToken in
            try await URLSession.shared.response(with: RenewTokens(refreshToken: refreshToken)).pair
        }
    }
}

nonisolated struct LockedStorage<Base: TokenStorage>: TokenStorage {
    let base: Base
    let lock: FileTokenStorage

    func load() async throws -> TokenPair? { try await base.load() }
    func save(_ tokens: TokenPair) async throws { try await base.save(tokens) }
    func clear() async throws { try await base.clear() }
    func prepareRefresh(_ note: RefreshNote) async throws -> RefreshNote? {
        try await lock.prepareRefresh(note)
    }
    func finishRefresh(_ note: RefreshNote, _ outcome: RefreshOutcome) async throws {
        try await lock.finishRefresh(note, outcome)
    }
    func withExclusiveAccess<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await lock.withExclusiveAccess(body)
    }
}

#if os(Linux) || os(macOS)
nonisolated struct SecretServiceStorage: TokenStorage {
    let account: String
    var tool = URL(fileURLWithPath: "/usr/bin/secret-tool")

    struct Failure: Error {
        let status: Int32
    }

    func load() async throws -> TokenPair? {
        let (output, complaint, status) = try await run("lookup")
        // It ends with 1 and says nothing when there is no such secret.
        if status == 1, output.isEmpty, complaint.isEmpty { return nil }
        guard status == 0 else { throw Failure(status: status) }
        return try JSONDecoder().decode(TokenPair.self, from: output)
    }

    func save(_ tokens: TokenPair) async throws {
        let (_, _, status) = try await run("store", "--label=Shop", input: JSONEncoder().encode(tokens))
        guard status == 0 else { throw Failure(status: status) }
    }

    func clear() async throws {
        let (_, complaint, status) = try await run("clear")
        guard status == 0 || complaint.isEmpty else { throw Failure(status: status) }
    }

    private func run(_ arguments: String..., input: Data = Data()) async throws -> (Data, Data, Int32) {
        signal(SIGPIPE, SIG_IGN)  // A tool that ends early must not end this program.
        let process = Process()
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.executableURL = tool
        process.arguments = arguments + ["service", "shop", "account", account]
        (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, stderr)
        try process.run()
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(
                    with: Result {
                        try stdin.fileHandleForWriting.write(contentsOf: input)
                        try stdin.fileHandleForWriting.close()
                        let output = try stdout.fileHandleForReading.readToEnd() ?? Data()
                        let complaint = try stderr.fileHandleForReading.readToEnd() ?? Data()
                        process.waitUntilExit()
                        return (output, complaint, process.terminationStatus)
                    }
                )
            }
        }
    }
}
#endif

nonisolated protocol Database: Sendable {
    /// The first column of the first row.
    func value(_ statement: String, _ parameters: [String]) async throws -> String?
    /// Runs `body` while one and the same connection is held by it.
    func connection<Value: Sendable>(
        _ body: @Sendable (any Database) async throws -> Value
    ) async throws -> Value
}

nonisolated struct DatabaseStorage: TokenStorage {
    let database: any Database
    let account: String

    func load() async throws -> TokenPair? {
        let text = try await database.value("SELECT tokens FROM sign_ins WHERE account = $1", [account])
        return try text.map { try JSONDecoder().decode(TokenPair.self, from: Data($0.utf8)) }
    }

    func save(_ tokens: TokenPair) async throws {
        let text = String(decoding: try JSONEncoder().encode(tokens), as: UTF8.self)
        _ = try await database.value(
            """
            INSERT INTO sign_ins (account, tokens) VALUES ($1, $2)
            ON CONFLICT (account) DO UPDATE SET tokens = excluded.tokens
            """,
            [account, text]
        )
    }

    func clear() async throws {
        _ = try await database.value("DELETE FROM sign_ins WHERE account = $1", [account])
    }

    func withExclusiveAccess<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        try await database.connection { connection in
            _ = try await connection.value("SELECT pg_advisory_lock(hashtext($1))", [account])
            do {
                let value = try await body()
                _ = try await connection.value("SELECT pg_advisory_unlock(hashtext($1))", [account])
                return value
            } catch {
                _ = try await connection.value("SELECT pg_advisory_unlock(hashtext($1))", [account])
                throw error
            }
        }
    }
}

#if os(Linux) || os(macOS)
func checkMyStore() async throws {
    let checks = TokenStorageChecks { SecretServiceStorage(account: "test") }
    try await checks.roundTrip()
    try await checks.clearing()
    try await checks.concurrentSaves()
}
#endif
