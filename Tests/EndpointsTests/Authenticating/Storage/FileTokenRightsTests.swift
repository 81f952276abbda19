import TestSupport
import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(5)))
struct FileTokenRightsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func named() -> FileTokenStorage {
        FileTokenStorage(name: "acme", in: folder.path, lockTimeout: .zero, clock: ManualClock())
    }

    @Test("F-01 a file that others could read is replaced by one that they can't")
    func oldFile() async throws {
        let storage = FileTokenStorage(url: URL(fileURLWithPath: "\(folder.path)/own/tokens.json"))
        try await storage.save(TokenPair(accessToken: "A"))
        try setRights(0o644, of: storage.url.path)
        #expect(try await storage.load()?.accessToken == "A")
        try await storage.save(TokenPair(accessToken: "B"))
        #expect(try rights(of: storage.url.path) == 0o600)
    }

    @Test(
        "F-01 the store's own folder is made private by whatever is done first",
        arguments: [0o755, 0o777, 0o1777, 0o750, 0o701] as [mode_t], ["load", "save", "clear", "lock"]
    )
    func ownFolder(loose: mode_t, call: String) async throws {
        try SystemCall.check { mkdir("\(folder.path)/acme", 0o700) }
        try setRights(loose, of: "\(folder.path)/acme")
        switch call {
        case "load": _ = try await named().load()
        case "save": try await named().save(TokenPair(accessToken: "A"))
        case "clear": try await named().clear()
        default: try await named().withExclusiveAccess {}
        }
        #expect(try rights(of: "\(folder.path)/acme") == 0o700)
    }

    @Test(
        "F-01 a folder of the caller's is never changed; it is used unless others may replace what is in it",
        arguments: [
            (0o700, true), (0o755, true), (0o750, true), (0o1777, true), (0o1770, true), (0o770, false),
            (0o707, false), (0o777, false), (0o720, false), (0o702, false), (0o2775, false),
        ] as [(mode_t, Bool)]
    )
    func foreignFolder(given: mode_t, isUsed: Bool) async throws {
        let place = "\(folder.path)/theirs"
        try SystemCall.check { mkdir(place, 0o700) }
        try setRights(given, of: place)
        let storage = FileTokenStorage(url: URL(fileURLWithPath: "\(place)/tokens.json"))
        if isUsed {
            try await storage.save(TokenPair(accessToken: "A"))
            #expect(try await storage.withExclusiveAccess { try await storage.load()?.accessToken } == "A")
            try await storage.clear()
        } else {
            let errors = [
                await tokenFileError { _ = try await storage.load() },
                await tokenFileError { try await storage.save(TokenPair(accessToken: "A")) },
                await tokenFileError { try await storage.clear() },
                await tokenFileError { try await storage.withExclusiveAccess { recordRun() } },
            ]
            for error in errors { #expect(error?.code == .folderNotPrivate && error?.url.path == place) }
            #expect(try names(in: place).isEmpty)
        }
        #expect(try rights(of: place) == given)
    }

    @Test(
        "F-01 a folder of that name that is somebody else's is refused, and not changed", .enabled(if: geteuid() == 0))
    func somebodyElses() async throws {
        try SystemCall.check { mkdir("\(folder.path)/acme", 0o755) }
        try setRights(0o755, of: "\(folder.path)/acme")
        try SystemCall.check { chown("\(folder.path)/acme", 65_534, 65_534) }
        for given in [0o755, 0o777, 0o1777] as [mode_t] {
            try setRights(given, of: "\(folder.path)/acme")
            #expect(await tokenFileError { _ = try await named().load() }?.code == .folderNotPrivate)
            let saving = await tokenFileError { try await named().save(TokenPair(accessToken: "A")) }
            #expect(saving?.code == .folderNotPrivate)
            #expect(try rights(of: "\(folder.path)/acme") == given)
        }
    }

    @Test("F-01 a token file that somebody else has put there is refused", .enabled(if: geteuid() == 0))
    func planted() async throws {
        let store = FileTokenStorage(url: URL(fileURLWithPath: "\(folder.path)/shared/tokens.json"))
        try await store.save(TokenPair(accessToken: "planted"))
        try SystemCall.check { chown("\(folder.path)/shared/tokens.json", 65_534, 65_534) }
        try setRights(0o1777, of: "\(folder.path)/shared")
        #expect(await tokenFileError { _ = try await store.load() }?.reason == .EPERM)
        #expect(await tokenFileError { try await store.clear() }?.reason == .EPERM)
    }

    // An exit test needs a system that can start processes, and one that captures values needs Swift 6.3; the umask is the whole process's.
    #if (os(Linux) || os(macOS)) && compiler(>=6.3)
    @Test(
        "F-01 file, lock, copy and temporary file are 0600 and new folders 0700, whatever the umask is",
        arguments: [0o000, 0o022, 0o077, 0o277, 0o777] as [UInt32]
    )
    func umasks(mask: UInt32) async {
        await #expect(processExitsWith: .success) { [mask, path = folder.path as String] in
            try becomeNobody()
            umask(mode_t(mask))
            let data = "\(path)/new/data"
            let storage = FileTokenStorage(name: "acme", in: data, lockTimeout: .zero, clock: ContinuousClock())
            try await storage.withExclusiveAccess {
                try await storage.save(TokenPair(accessToken: "A"))
                try await storage.save(TokenPair(accessToken: "B"))
                #expect(try await storage.load()?.accessToken == "B")
            }
            try await storage.withExclusiveAccess {}
            for created in ["\(path)/new", data, "\(data)/acme"] { #expect(try rights(of: created) == 0o700) }
            #expect(try rights(of: storage.url.path) == 0o600)
            #expect(try rights(of: "\(storage.url.path).lock") == 0o600)
            let truncated = open(storage.url.path, O_WRONLY | O_TRUNC)
            #expect(truncated >= 0)
            #expect(await tokenFileError { _ = try await storage.load() }?.code == .corrupt)
            #expect(try rights(of: "\(storage.url.path).corrupt") == 0o600)
            let temporary = try PrivateFile.create(at: "\(path)/temporary")
            #expect(try temporary.status().rights == 0o600)
        }
    }

    @Test("R-19 a file that this user may not read is an error for every call, and stays")
    func forbidden() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            try becomeNobody()
            let storage = FileTokenStorage(url: URL(fileURLWithPath: "\(path)/own/tokens.json"))
            try await storage.save(TokenPair(accessToken: "A"))
            try setRights(0o000, of: storage.url.path)
            for error in [
                await tokenFileError { _ = try await storage.load() },
                await tokenFileError { try await storage.save(TokenPair(accessToken: "B")) },
                await tokenFileError { try await storage.clear() },
            ] { #expect(error?.code == .unreadable && error?.reason == .EACCES) }
            try setRights(0o600, of: storage.url.path)
            #expect(try await storage.load()?.accessToken == "A")
        }
    }

    @Test("F-01 in a folder that this user may not change, a save fails and the tokens stay")
    func readOnlyFolder() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            try becomeNobody()
            let storage = FileTokenStorage(url: URL(fileURLWithPath: "\(path)/own/tokens.json"))
            try await storage.save(TokenPair(accessToken: "A"))
            try setRights(0o500, of: "\(path)/own")
            for error in [
                await tokenFileError { try await storage.save(TokenPair(accessToken: "B")) },
                await tokenFileError { try await storage.clear() },
                await tokenFileError { try await storage.withExclusiveAccess { recordRun() } },
            ] { #expect(error?.code == .unwritable && error?.reason == .EACCES) }
            #expect(try await storage.load()?.accessToken == "A")
            let missing = FileTokenStorage(url: URL(fileURLWithPath: "\(path)/own/new/tokens.json"))
            let error = await tokenFileError { try await missing.save(TokenPair(accessToken: "B")) }
            #expect(error?.code == .unwritable && error?.reason == .EACCES)
            try setRights(0o700, of: "\(path)/own")
        }
    }
    #endif
}
