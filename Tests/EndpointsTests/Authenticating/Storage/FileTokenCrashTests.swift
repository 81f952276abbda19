import TestSupport
import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(5)))
struct FileTokenCrashTests {
    private let folder: TemporaryFolder
    private let storage: FileTokenStorage
    private var place: String { "\(folder.path)/acme" }

    init() throws {
        folder = try TemporaryFolder()
        storage = FileTokenStorage(url: URL(fileURLWithPath: "\(folder.path)/acme/tokens.json"))
    }

    @Test("F-01 a failed rename leaves what was there, and no temporary file")
    func rename() throws {
        try SystemCall.check { mkdir("\(folder.path)/target", 0o700) }
        #expect(throws: POSIXError(.EISDIR)) {
            try PrivateFile.replace(at: "\(folder.path)/target", with: Data("new".utf8))
        }
        #expect(try names(in: folder.path) == ["target"])
    }

    @Test("F-01 what a killed process has left is removed after ten minutes, and nothing else")
    func leftovers() async throws {
        try await storage.save(TokenPair(accessToken: "A"))
        let leftover = "tokens.json.tmp-\(UUID().uuidString)"
        let others = [
            "tokens.json.tmp-\(UUID().uuidString)", "tokens.json.tmp-mine", "tokens.json.tmp-", "tokens.json.corrupt",
            "other.json.tmp-\(UUID().uuidString)", "x-tokens.json.tmp-\(UUID().uuidString)",
        ]
        for name in [leftover] + others { try write("x", to: "\(place)/\(name)") }
        for name in [leftover] + others.dropFirst() { try age("\(place)/\(name)", seconds: 610) }
        try age("\(place)/\(others[0])", seconds: 590)
        try await storage.save(TokenPair(accessToken: "B"))
        #expect(try names(in: place) == (others + ["tokens.json"]).sorted())
    }

    private func age(_ path: String, seconds: TimeInterval) throws {
        try FileManager.default.setAttributes([.modificationDate: Date() - seconds], ofItemAtPath: path)
    }

    // An exit test needs a system that can start processes, and one that captures values needs Swift 6.3.
    #if (os(Linux) || os(macOS)) && compiler(>=6.3)
    @Test("F-01 a save that the system breaks off leaves the tokens before, and no temporary file")
    func brokenOff() async throws {
        try await storage.save(TokenPair(accessToken: "A"))
        await #expect(processExitsWith: .success) { [url = storage.url as URL] in
            signal(SIGXFSZ, SIG_IGN)
            try ResourceLimit.fileSize.set(to: 100)
            let storage = FileTokenStorage(url: url)
            let pair = TokenPair(accessToken: String(repeating: "B", count: 1000))
            let error = await tokenFileError { try await storage.save(pair) }
            #expect(error?.code == .unwritable && error?.reason == .EFBIG)
            #expect(try await storage.load()?.accessToken == "A")
            try ResourceLimit.fileSize.set(to: 100_000_000)
        }
        #expect(try names(in: place) == ["tokens.json"])
    }

    @Test("F-01 a process that dies while it writes leaves the tokens before, and only a private file")
    func diesWriting() async throws {
        try await storage.save(TokenPair(accessToken: "A"))
        await #expect(processExitsWith: .signal(SIGXFSZ)) { [url = storage.url as URL] in
            umask(0)
            try ResourceLimit.fileSize.set(to: 100)
            // The threads of the pool take no signals.
            signal(SIGXFSZ, SIG_DFL)
            var signals = sigset_t()
            sigemptyset(&signals)
            sigaddset(&signals, SIGXFSZ)
            pthread_sigmask(SIG_UNBLOCK, &signals, nil)
            try PrivateFile.replace(at: url.path, with: Data(repeating: 0, count: 1000))
        }
        #expect(try await storage.load()?.accessToken == "A")
        let left = try names(in: place).filter { $0 != "tokens.json" }
        #expect(left.count == 1)
        for name in left {
            #expect(try rights(of: "\(place)/\(name)") == 0o600)
            #expect(try text(at: "\(place)/\(name)").count == 100)
            try age("\(place)/\(name)", seconds: 700)
        }
        try await storage.save(TokenPair(accessToken: "C"))
        #expect(try names(in: place) == ["tokens.json"])
    }

    @Test("F-01 a process that is killed between 200 saves leaves a whole pair", arguments: 0..<5)
    func killed(round: Int) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [round, url = storage.url as URL] in
            let storage = FileTokenStorage(url: url)
            try await storage.save(TokenPair(accessToken: "0", refreshToken: "0"))
            try await withThrowingTaskGroup { group in
                for number in 1...200 {
                    group.addTask {
                        if number == 20 + 37 * round { _ = kill(getpid(), SIGKILL) }
                        let text = String(repeating: "\(number)", count: 3000)
                        try await FileTokenStorage(url: url).save(TokenPair(accessToken: text, refreshToken: text))
                    }
                }
                try await group.waitForAll()
            }
        }
        let pair = try #require(try await storage.load())
        #expect(pair.accessToken == pair.refreshToken)
    }
    #endif
}
