#if os(Linux) || os(macOS)
import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// Two processes that are signed in by one file.
@Suite("Two processes on one file store", .timeLimit(.minutes(2)))
struct SharedStoreTests {
    /// A file in a folder of its own, gone with the test.
    private final class Folder {
        let file: URL
        private let folder: URL

        init() {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
            file = folder.appendingPathComponent("tokens.json")
        }

        deinit { try? FileManager.default.removeItem(at: folder) }
    }

    private let folder = Folder()

    /// The server: the tokens of round n are those with the number n, and each refresh token is good once.
    private func server(lifetime: Double? = nil, meet: @escaping @Sendable (Int) async -> Void) throws -> LoopbackServer
    {
        let issued = Locked(0)
        return try LoopbackServer { request in
            if request.path == "/token" {
                let presented = request.formItems.first { $0.name == "refresh_token" }?.value
                let next = issued.withLock { issued -> Int? in
                    guard presented == "r\(issued)" else { return nil }
                    issued += 1
                    return issued
                }
                guard let next else { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
                let expiry = lifetime.map { "\($0)" } ?? "null"
                return .json(#"{"access":"A\#(next)","refresh":"r\#(next)","lifetime":\#(expiry)}"#)
            }
            let round = Int(request.path.split(separator: "/").last ?? "") ?? 0
            let number = Int(request.bearer?.dropFirst() ?? "") ?? -1
            if lifetime != nil { return Reply(body: "\(number)") }
            if number >= round { return Reply(body: "\(number)") }
            await meet(round)
            return Reply(status: 401)
        }
    }

    @Test("G15 R-18 20 rounds of expiry: no refresh token is presented twice, and nobody is signed out")
    func rounds() async throws {
        let storage = FileTokenStorage(url: folder.file)
        try await storage.save(TokenPair(accessToken: "A0", refreshToken: "r0"))
        // Both processes are refused in each round before either may refresh.
        let meetings = (0...20).map { _ in Gate() }
        let server = try server { round in
            if meetings[round].isOpen { return }
            async let both: Void = meetings[round].arrivals(2)
            async let door: Void = meetings[round].wait()
            await both
            meetings[round].open()
            await door
        }
        let probes = try (0..<2).map { _ in
            try ChildProcess(product: "TokenStoreProbe", "rounds", folder.file.path, server.url.absoluteString, "20")
        }
        for probe in probes {
            let (lines, status) = try await probe.end()
            #expect(status == 0)
            #expect(lines == (1...20).map { "\($0) \($0)" })
        }
        #expect(server.exchanges == (0..<20).map { "r\($0)" })
        #expect(server.calls.count == 80)
        #expect(try await storage.load()?.refreshToken == "r20")
    }

    @Test("G15 R-18 tokens that have expired when they come are renewed by turns, each once")
    func turns() async throws {
        let storage = FileTokenStorage(url: folder.file)
        try await storage.save(TokenPair(accessToken: "A0", refreshToken: "r0", expiresAt: .distantPast))
        let server = try server(lifetime: 0) { _ in }
        let probes = try (0..<2).map { _ in
            try ChildProcess(product: "TokenStoreProbe", "rounds", folder.file.path, server.url.absoluteString, "20")
        }
        for probe in probes {
            let (lines, status) = try await probe.end()
            #expect(status == 0)
            #expect(lines.count == 20)
        }
        #expect(server.exchanges == (0..<40).map { "r\($0)" })
    }

    @Test(
        "F-01 a process that is killed in the middle of saves leaves a whole pair behind and no lock", arguments: 1...10
    )
    func killed(round: Int) async throws {
        let storage = FileTokenStorage(url: folder.file)
        try await ChildProcess(product: "TokenStoreProbe", "save", folder.file.path).kill(afterLines: round * 7)
        let tokens = try await storage.withExclusiveAccess { try await storage.load() }
        let number = try #require(tokens?.accessToken.dropFirst().prefix { $0 != "-" })
        #expect(tokens?.refreshToken?.hasPrefix("r\(number)-") == true)
        #expect(tokens?.accessToken.count == number.count + 4098)
        #expect(tokens?.refreshToken?.count == number.count + 4098)
    }
}
#endif
