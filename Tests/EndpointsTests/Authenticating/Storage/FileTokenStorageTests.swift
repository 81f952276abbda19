import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(5)))
struct FileTokenStorageTests {
    private let folder: TemporaryFolder
    private let storage: FileTokenStorage

    init() throws {
        folder = try TemporaryFolder()
        storage = FileTokenStorage(
            name: "acme", in: "\(folder.path)/data", lockTimeout: .seconds(1), clock: ContinuousClock())
    }

    private static let moment = Date(timeIntervalSinceReferenceDate: 789_012_345.678_901_2)

    @Test(
        "S0-27 every field of a pair comes back as it was",
        arguments: [
            TokenPair(accessToken: "A"),
            TokenPair(accessToken: "A", refreshToken: ""),
            TokenPair(accessToken: "ä\"\\\u{0}\u{2028}\n😀/", refreshToken: String(repeating: "r", count: 100_000)),
            TokenPair(accessToken: "A", refreshToken: "r", expiresAt: moment, refreshExpiresAt: moment + 1.0 / 3)
                .received(at: moment - 0.1),
            TokenPair(accessToken: "A", expiresAt: .distantFuture, refreshExpiresAt: .distantPast),
            TokenPair(
                accessToken: "A",
                expiresAt: Date(timeIntervalSinceReferenceDate: .infinity),
                refreshExpiresAt: Date(timeIntervalSinceReferenceDate: -.infinity)
            ),
        ]
    )
    func roundTrip(pair: TokenPair) async throws {
        try await storage.save(pair)
        let loaded = try await storage.load()
        #expect(loaded == pair)
        #expect(loaded?.receivedAt == pair.receivedAt)
    }

    @Test("R-19 without a file there are no tokens, and nothing is created to find that out")
    func nothing() async throws {
        #expect(try await storage.load() == nil)
        try await storage.clear()
        #expect(try names(in: folder.path).isEmpty)
    }

    @Test("a save replaces, clear removes, and clear again does nothing")
    func replaces() async throws {
        try await storage.save(TokenPair(accessToken: String(repeating: "A", count: 1000)))
        try await storage.save(TokenPair(accessToken: "B"))
        #expect(try await storage.load()?.accessToken == "B")
        #expect(try names(in: "\(folder.path)/data/acme") == ["tokens.json"])
        try await storage.clear()
        try await storage.clear()
        #expect(try await storage.load() == nil)
        #expect(try names(in: "\(folder.path)/data/acme").isEmpty)
    }

    @Test("R-18 two stores of one file see each other's tokens")
    func shared() async throws {
        let other = FileTokenStorage(url: storage.url)
        try await storage.save(TokenPair(accessToken: "A"))
        #expect(try await other.load()?.accessToken == "A")
        try await other.save(TokenPair(accessToken: "B"))
        #expect(try await storage.load()?.accessToken == "B")
    }

    @Test("F-01 200 saves at once leave a whole pair, and whoever reads meanwhile finds one too")
    func concurrentSaves() async throws {
        let other = FileTokenStorage(url: storage.url)
        try await storage.save(TokenPair(accessToken: "-1", refreshToken: "-1"))
        try await withThrowingTaskGroup { [storage] group in
            for number in 0..<200 {
                group.addTask {
                    let text = String(repeating: "\(number)", count: number + 1)
                    try await (number % 2 == 0 ? storage : other)
                        .save(TokenPair(accessToken: text, refreshToken: text))
                }
                group.addTask {
                    let pair = try await (number % 3 == 0 ? storage : other).load()
                    #expect(pair != nil && pair?.accessToken == pair?.refreshToken)
                }
            }
            try await group.waitForAll()
        }
        let pair = try #require(try await storage.load())
        #expect(pair.accessToken == pair.refreshToken && pair.accessToken != "-1")
        #expect(try names(in: "\(folder.path)/data/acme") == ["tokens.json"])
    }

    @Test("a relative URL stays what it was when the store was made")
    func relative() {
        let base = URL(fileURLWithPath: folder.path, isDirectory: true)
        let storage = FileTokenStorage(url: URL(fileURLWithPath: "sub/tokens", relativeTo: base))
        #expect(storage.url.path == "\(folder.path)/sub/tokens" && storage.url.baseURL == nil)
    }

    @Test(
        "a name that is no name stops no program, but every call throws",
        arguments: ["", ".", "..", "a/b", "/", "../acme", "a\u{0}b", "\u{0}"]
    )
    func invalidName(name: String) async throws {
        let data = "\(folder.path)/data"
        let storage = FileTokenStorage(name: name, in: data, lockTimeout: .zero, clock: ContinuousClock())
        await expectInvalid(storage)
        #expect(try names(in: folder.path).isEmpty)
    }

    @Test("names may hold anything else", arguments: ["...", ".acme", "a b", "at.acme.😀", "a\\b", "%2F", "a\nb", "-"])
    func validName(name: String) async throws {
        let storage = FileTokenStorage(name: name, in: folder.path, lockTimeout: .zero, clock: ContinuousClock())
        try await storage.save(TokenPair(accessToken: "A"))
        #expect(try names(in: folder.path) == [name])
        #expect(storage.url.path == "\(folder.path)/\(name)/tokens.json")
    }

    @Test(
        "a URL that is no file URL throws in every call", arguments: ["https://example.com/tokens.json", "tokens.json"])
    func invalidURL(text: String) async throws {
        await expectInvalid(FileTokenStorage(url: url(text)))
    }

    private func expectInvalid(_ storage: FileTokenStorage) async {
        let errors = [
            await tokenFileError { _ = try await storage.load() },
            await tokenFileError { try await storage.save(TokenPair(accessToken: "A")) },
            await tokenFileError { try await storage.clear() },
            await tokenFileError { try await storage.withExclusiveAccess { recordRun() } },
        ]
        #expect(errors.allSatisfy { $0?.code == .invalidName })
    }
}
