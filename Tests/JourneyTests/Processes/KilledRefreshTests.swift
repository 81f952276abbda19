#if os(Linux) || os(macOS)
import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// A process is killed while its refresh token is on the wire.
@Suite("A process that is killed while it presents a token", .timeLimit(.minutes(2)))
struct KilledRefreshTests {
    private let folder = StoreFolder()
    private let times = Locked<[Date]>([])

    /// Refuses the first token, keeps the first exchange waiting, and answers the second one.
    private func server(usesToken: Bool) throws -> LoopbackServer {
        try LoopbackServer.immediate { [times] request in
            guard request.path == "/token" else {
                return request.bearer == "A1" ? Reply(body: "1") : Reply(status: 401)
            }
            let number = times.withLock { times in
                times.append(Date())
                return times.count
            }
            if number == 1 { return .silence }
            if usesToken { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
            return .json(#"{"access":"A1","refresh":"r1","lifetime":null}"#)
        }
    }

    /// A process whose refreshes may take so many seconds.
    private func probe(_ server: LoopbackServer, limit: Int = 60) throws -> ChildProcess {
        try ChildProcess(
            product: "TokenStoreProbe", "rounds", folder.file.path, server.url.absoluteString, "1", "\(limit)")
    }

    @Test(
        "R-23 the next processes wait for the note's end, and one of them presents the token once", arguments: [1, 3])
    func presentsOnceMore(processes: Int) async throws {
        let storage = FileTokenStorage(url: folder.file)
        try await storage.save(TokenPair(accessToken: "A0", refreshToken: "r0"))
        let server = try server(usesToken: false)
        let first = try probe(server, limit: 1)
        _ = await server.requests(count: 2)
        try await first.kill(afterLines: 0)
        let note = try JSONDecoder().decode(RefreshNote.self, from: Data(contentsOf: folder.beside("refresh")))
        #expect(note.until.timeIntervalSince(note.notedAt) >= 4, "the limit of 1 s and a margin of 3 s")
        let others = try (0..<processes).map { _ in try probe(server) }
        for other in others {
            let (lines, status) = try await other.end()
            #expect(status == 0)
            #expect(lines == ["1 1"])
        }
        #expect(server.exchanges == ["r0", "r0"])
        let times = times.withLock { $0 }
        try #require(times.count == 2)
        #expect(times[1] >= note.until)
        #expect(try await storage.load()?.refreshToken == "r1")
        #expect(!FileManager.default.fileExists(atPath: folder.beside("refresh").path))
    }

    @Test("R-23 R-10 a token that the server had used up is presented once more, and the sign-in ends")
    func usedUp() async throws {
        let storage = FileTokenStorage(url: folder.file)
        try await storage.save(TokenPair(accessToken: "A0", refreshToken: "r0"))
        let server = try server(usesToken: true)
        let first = try probe(server, limit: 1)
        _ = await server.requests(count: 2)
        try await first.kill(afterLines: 0)
        for code in ["refreshRejected", "notAuthenticated"] {
            let (lines, status) = try await probe(server).end()
            #expect(status == 1)
            #expect(lines == [Substring(code)])
        }
        #expect(server.exchanges == ["r0", "r0"])
        #expect(try await storage.load() == nil)
    }
}
#endif
