import TestSupport
import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(5)))
struct FileTokenLockTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()
    private let url: URL

    init() throws {
        folder = try TemporaryFolder()
        url = URL(fileURLWithPath: "\(folder.path)/acme/tokens.json")
    }

    private func storage(_ lockTimeout: Duration = .seconds(20)) -> FileTokenStorage {
        FileTokenStorage(url: url, lockTimeout: lockTimeout, clock: clock)
    }

    /// Somebody who holds the lock until told to leave.
    private func holder(until leave: Signal) async -> Task<Void, any Error> {
        let entered = Signal()
        let storage = storage()
        let task = Task {
            try await storage.withExclusiveAccess {
                entered.send()
                await leave.wait()
            }
        }
        await entered.wait()
        return task
    }

    @Test("R-18 G15 two stores of one file exclude each other; the lock's file is private and stays")
    func excludes() async throws {
        let leave = Signal()
        let hasLeft = Locked(false)
        let first = await holder(until: leave)
        let storage = storage()
        let second = Task { try await storage.withExclusiveAccess { hasLeft.withLock { $0 } } }
        try await clock.sleepers(1)
        clock.advance(by: .milliseconds(5))
        try await clock.sleepers(1)
        hasLeft.withLock { $0 = true }
        leave.send()
        try await first.value
        clock.advance(by: .milliseconds(10))
        #expect(try await second.value)
        #expect(try names(in: "\(folder.path)/acme") == ["tokens.json.lock"])
        #expect(try rights(of: "\(folder.path)/acme/tokens.json.lock") == 0o600)
    }

    @Test("R-18 the waiting ends when the limit is over, and not before")
    func timesOut() async throws {
        let leave = Signal()
        let first = await holder(until: leave)
        let storage = storage()
        let second = Task { try await storage.withExclusiveAccess { recordRun() } }
        try await clock.sleepers(1)
        clock.advance(by: .milliseconds(19_999))
        try await clock.sleepers(1)
        clock.advance(by: .milliseconds(1))
        let error = await tokenFileError { try await second.value }
        #expect(error?.code == .lockTimedOut && error?.url.path == "\(url.path).lock")
        leave.send()
        try await first.value
    }

    @Test(
        "R-18 the limit is longer than a refresh may take, and within bounds",
        arguments: [
            (.seconds(120), .zero, .seconds(120)), (.seconds(20), .seconds(60), .seconds(75)),
            (.zero, .zero, .zero), (.seconds(-9), .zero, .zero), (.zero, .seconds(1), .seconds(16)),
            (.seconds(Int64.max), .seconds(Int64.max), .longest), (.seconds(Int64.min), .seconds(Int64.min), .zero),
            (.seconds(60), .seconds(45), .seconds(60)), (.seconds(60), .seconds(46), .seconds(61)),
        ] as [(Duration, Duration, Duration)]
    )
    func limit(timeout: Duration, hold: Duration, expected: Duration) {
        ExclusiveAccess.$longestHold.withValue(hold) { #expect(storage(timeout).lockLimit == expected) }
    }

    @Test("a cancelled waiter leaves while the other holds the lock")
    func cancelled() async throws {
        let leave = Signal()
        let first = await holder(until: leave)
        let storage = storage()
        let second = Task { try await storage.withExclusiveAccess { recordRun() } }
        try await clock.sleepers(1)
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(try FileLock.attempt(at: "\(url.path).lock") == nil)
        leave.send()
        try await first.value
    }

    @Test("what is thrown inside arrives, and frees the lock")
    func throwing() async throws {
        struct Refusal: Error {}
        await #expect(throws: Refusal.self) { try await storage().withExclusiveAccess { throw Refusal() } }
        #expect(try await storage().withExclusiveAccess { 7 } == 7)
    }

    @Test("R-18 what is read and written under the lock is never lost between owners")
    func counts() async throws {
        try await FileTokenStorage(url: url).save(TokenPair(accessToken: "0"))
        try await withThrowingTaskGroup { group in
            for _ in 0..<40 {
                group.addTask { [url] in
                    let storage = FileTokenStorage(url: url)
                    try await storage.withExclusiveAccess {
                        let count = try await storage.load().flatMap { Int($0.accessToken) } ?? -1000
                        try await storage.save(TokenPair(accessToken: "\(count + 1)"))
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await FileTokenStorage(url: url).load()?.accessToken == "40")
    }

    @Test("a lock whose file can't be made is an error, not a wait; a link in its place is not followed")
    func unwritable() async throws {
        try SystemCall.check { mkdir("\(folder.path)/acme", 0o700) }
        try write("", to: "\(folder.path)/elsewhere")
        try SystemCall.check { symlink("\(folder.path)/elsewhere", "\(url.path).lock") }
        let error = await tokenFileError { try await storage().withExclusiveAccess { recordRun() } }
        #expect(error?.code == .unwritable && error?.reason == .ELOOP && error?.url.path == "\(url.path).lock")
    }

    @Test("a lock on a file that was removed excludes nobody from the next one")
    func removed() throws {
        let path = "\(folder.path)/lock"
        let old = try #require(try FileLock.attempt(at: path))
        #expect(try FileLock.attempt(at: path) == nil)
        try SystemCall.check { unlink(path) }
        let new = try #require(try FileLock.attempt(at: path))
        old.unlock()
        #expect(try FileLock.attempt(at: path) == nil)
        new.unlock()
        #expect(try FileLock.attempt(at: path) != nil)
    }

    @Test("R-18 a file that was removed after it was opened is not the one that came in its place")
    func replaced() throws {
        let path = "\(folder.path)/lock"
        let file = try PrivateFile.create(at: path)
        #expect(try file.isPresent(at: path))
        try SystemCall.check { unlink(path) }
        #expect(try !file.isPresent(at: path))
        let next = try PrivateFile.create(at: path)
        #expect(try !file.isPresent(at: path) && next.isPresent(at: path))
    }

    // An exit test needs a system that can start processes, and one that captures values needs Swift 6.3.
    #if (os(Linux) || os(macOS)) && compiler(>=6.3)
    @Test("G15 another process is excluded while the lock is held, and only so long")
    func otherProcess() async throws {
        let path = "\(url.path).lock"
        _ = try await storage().withExclusiveAccess {
            await #expect(processExitsWith: .success) { [path = path as String] in
                let lock = try FileLock.attempt(at: path)
                #expect(lock == nil)
            }
        }
        await #expect(processExitsWith: .success) { [path = path as String] in
            let lock = try FileLock.attempt(at: path)
            #expect(lock != nil)
        }
    }

    @Test("G15 the system frees the lock of a process that is killed")
    func killed() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [url = url as URL] in
            try await FileTokenStorage(url: url).withExclusiveAccess { _ = kill(getpid(), SIGKILL) }
        }
        #expect(try names(in: "\(folder.path)/acme") == ["tokens.json.lock"])
        #expect(try FileLock.attempt(at: "\(url.path).lock") != nil)
    }
    #endif
}
