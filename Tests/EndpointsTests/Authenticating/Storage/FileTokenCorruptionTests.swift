import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(5)))
struct FileTokenCorruptionTests {
    private let folder: TemporaryFolder
    private let storage: FileTokenStorage
    private var place: String { "\(folder.path)/own" }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path + "/own", withIntermediateDirectories: false)
        storage = FileTokenStorage(url: URL(fileURLWithPath: "\(folder.path)/own/tokens.json"))
    }

    @Test(
        "F-01 G7 S0-27 what is no tokens throws again and again, stays, and is copied aside once",
        arguments: [
            "", "{", "null", "[]", "S3CR3T", "\u{0}\u{0}\u{0}", "{}", #"{"refreshToken":"S3CR3T"}"#,
            #"{"accessToken":"S3CR3T","refreshTok"#, #"{"accessToken":null}"#, #"{"accessToken":7}"#,
            #"{"accessToken":"S3CR3T","expiresAt":"S3CR3T"}"#, #"{"accessToken":"S3CR3T"} x"#,
        ]
    )
    func corrupt(argument: String) async throws {
        // The log shows arguments.
        let content = argument.replacingOccurrences(of: "S3CR3T", with: "s3cr3t")
        try write(content, to: "\(place)/tokens.json")
        for _ in 0..<3 {
            let error = try #require(await tokenFileError { _ = try await storage.load() })
            #expect(error.code == .corrupt && error.url == storage.url && error.reason == nil)
            #expect(error.copy?.path == "\(place)/tokens.json.corrupt")
            #expect(!"\(error)\(error.localizedDescription)\(String(reflecting: error))".contains("s3cr3t"))
        }
        #expect(try names(in: place) == ["tokens.json", "tokens.json.corrupt"])
        #expect(try text(at: "\(place)/tokens.json") == content)
        #expect(try text(at: "\(place)/tokens.json.corrupt") == content)
        #expect(try rights(of: "\(place)/tokens.json.corrupt") == 0o600)
    }

    @Test("S0-27 another corruption gets a copy of its own, and none is replaced")
    func several() async throws {
        for content in ["one", "two", "three", "two", "one"] {
            try write(content, to: "\(place)/tokens.json")
            _ = await tokenFileError { _ = try await storage.load() }
        }
        let copies = try names(in: place).dropFirst()
        #expect(Array(copies) == ["tokens.json.corrupt", "tokens.json.corrupt-2", "tokens.json.corrupt-3"])
        #expect(try copies.map { try text(at: "\(place)/\($0)") } == ["one", "two", "three"])
    }

    @Test("S0-27 what is in the copy's place, a link or a folder, is not touched")
    func occupied() async throws {
        try write("elsewhere", to: "\(folder.path)/target")
        try SystemCall.check { symlink("\(folder.path)/target", "\(place)/tokens.json.corrupt") }
        try SystemCall.check { mkdir("\(place)/tokens.json.corrupt-2", 0o700) }
        try write("broken", to: "\(place)/tokens.json")
        let error = await tokenFileError { _ = try await storage.load() }
        #expect(error?.copy?.lastPathComponent == "tokens.json.corrupt-3")
        #expect(try text(at: "\(folder.path)/target") == "elsewhere")
        #expect(try text(at: "\(place)/tokens.json.corrupt-3") == "broken")
    }

    @Test("S0-27 a save over a corrupt file keeps the copy first")
    func save() async throws {
        try write("broken", to: "\(place)/tokens.json")
        try await storage.save(TokenPair(accessToken: "A"))
        #expect(try await storage.load()?.accessToken == "A")
        #expect(try text(at: "\(place)/tokens.json.corrupt") == "broken")
    }

    @Test("S0-27 clear over a corrupt file keeps the copy first")
    func clear() async throws {
        try write("broken", to: "\(place)/tokens.json")
        try await storage.clear()
        #expect(try await storage.load() == nil)
        #expect(try text(at: "\(place)/tokens.json.corrupt") == "broken")
    }

    @Test("S0-27 a corrupt file that can't be copied is neither replaced nor removed")
    func noCopy() async throws {
        // The name is as long as the system allows, so that of the copy is too long.
        let name = String(repeating: "n", count: 255)
        let storage = FileTokenStorage(url: URL(fileURLWithPath: "\(place)/\(name)"))
        try write("broken", to: "\(place)/\(name)")
        let load = await tokenFileError { _ = try await storage.load() }
        #expect(load?.code == .corrupt && load?.copy == nil && load?.reason == .ENAMETOOLONG)
        let save = await tokenFileError { try await storage.save(TokenPair(accessToken: "A")) }
        #expect(save?.code == .unwritable && save?.reason == .ENAMETOOLONG)
        let clear = await tokenFileError { try await storage.clear() }
        #expect(clear?.code == .unwritable && clear?.reason == .ENAMETOOLONG)
        #expect(try text(at: "\(place)/\(name)") == "broken")
    }

    @Test("F-01 a folder in the file's place is corrupt, and a save fails without leaving anything")
    func directory() async throws {
        try SystemCall.check { mkdir("\(place)/tokens.json", 0o700) }
        for _ in 0..<2 {
            let error = await tokenFileError { _ = try await storage.load() }
            #expect(error?.code == .corrupt && error?.copy == nil && error?.reason == nil)
        }
        let save = await tokenFileError { try await storage.save(TokenPair(accessToken: "A")) }
        #expect(save?.code == .unwritable && save?.reason == .EISDIR)
        let clear = await tokenFileError { try await storage.clear() }
        #expect(clear?.code == .unwritable)
        #expect(try names(in: place) == ["tokens.json"])
    }

    @Test("a pipe in the file's place is corrupt, and nobody waits for its writer")
    func pipe() async throws {
        try SystemCall.check { mkfifo("\(place)/tokens.json", 0o600) }
        #expect(await tokenFileError { _ = try await storage.load() }?.code == .corrupt)
    }

    @Test("a sign-out removes what a killed process left behind, and a link in the file's place is refused")
    func leftovers() async throws {
        try await storage.save(TokenPair(accessToken: "A"))
        let leftover = "\(place)/tokens.json.tmp-\(UUID().uuidString)"
        try write("half a pair", to: leftover)
        try await storage.clear()
        #expect(try FileManager.default.contentsOfDirectory(atPath: place).filter { $0 != "tokens.json.lock" } == [])
        try write("somebody's", to: "\(folder.path)/target")
        try SystemCall.check { symlink("\(folder.path)/target", "\(place)/tokens.json") }
        try await expectUnreadable(storage, .ELOOP)
        #expect(try text(at: "\(folder.path)/target") == "somebody's")
    }

    @Test("R-19 a file that is too large to be one of ours is not read, and not copied")
    func large() async throws {
        try write("", to: "\(place)/tokens.json")
        try SystemCall.check { truncate("\(place)/tokens.json", 1 << 32) }
        let error = await tokenFileError { _ = try await storage.load() }
        #expect(error?.code == .corrupt && error?.copy == nil)
    }

    @Test("R-19 a link that leads nowhere, of the file or its folder, is not “no tokens”")
    func danglingLinks() async throws {
        try SystemCall.check { symlink("\(folder.path)/unmounted", "\(place)/tokens.json") }
        try await expectUnreadable(storage, .ELOOP)
        try SystemCall.check { symlink("\(folder.path)/unmounted", "\(folder.path)/link") }
        let linked = FileTokenStorage(url: URL(fileURLWithPath: "\(folder.path)/link/tokens.json"))
        #expect(await tokenFileError { _ = try await linked.load() }?.code == .unreadable)
        #expect(try rights(of: "\(place)/tokens.json") != nil)
    }

    @Test("R-19 a file that can't be reached is an error with the system's reason")
    func unreachable() async throws {
        try SystemCall.check { symlink("tokens.json", "\(place)/tokens.json") }
        try await expectUnreadable(storage, .ELOOP)
        try write("a file", to: "\(folder.path)/file")
        let inFile = FileTokenStorage(url: URL(fileURLWithPath: "\(folder.path)/file/tokens.json"))
        let error = await tokenFileError { _ = try await inFile.load() }
        #expect(error?.code == .unreadable && error?.reason == .ENOTDIR && error?.url.path == "\(folder.path)/file")
        #expect(await tokenFileError { try await inFile.save(TokenPair(accessToken: "A")) }?.code == .unwritable)
        #expect(try text(at: "\(folder.path)/file") == "a file")
    }

    /// What can't be read is not replaced or removed either.
    private func expectUnreadable(_ storage: FileTokenStorage, _ reason: POSIXErrorCode) async throws {
        for error in [
            await tokenFileError { _ = try await storage.load() },
            await tokenFileError { try await storage.save(TokenPair(accessToken: "A")) },
            await tokenFileError { try await storage.clear() },
        ] { #expect(error?.code == .unreadable && error?.reason == reason && error?.url == storage.url) }
    }
}
