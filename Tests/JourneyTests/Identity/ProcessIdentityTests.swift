#if os(Linux) || os(macOS)
import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// Another process signs in, out or renews by the same file while a call of this one is under way.
@Suite("A call belongs to one sign-in, in two processes", .timeLimit(.minutes(5)))
struct ProcessIdentityTests {
    /// Each moment once; how a call asks for its token is no matter of processes.
    private static let rows = IdentityRow.all.filter { $0.command.isOther && $0.wrapping == .plain }

    private let folder = StoreFolder()

    @Test("R-22 R-18 another process's command at every moment of a call", .serialized, arguments: rows)
    func table(row: IdentityRow) async throws {
        let file = folder.file
        let stage = try await IdentityStage(row, storage: FileTokenStorage(url: file)) { command, token in
            let name =
                switch command {
                case .otherLogin: "login"
                case .otherLogout: "logout"
                default: "renew"
                }
            let probe = try ChildProcess(product: "TokenStoreProbe", name, file.path, token, "next")
            #expect(try await probe.end().status == 0)
        }
        let result = try await stage.run()
        #expect(IdentityRow.Outcome(result: result, sent: stage.sent) == row.outcome)
        #expect(try await stage.storage.load()?.accessToken == row.stored)
    }

    @Test("R-22 a pair from an older version, without an id, counts as this sign-in in both processes")
    func olderPair() async throws {
        let storage = FileTokenStorage(url: folder.file)
        try await storage.save(TokenPair(accessToken: "A1", refreshToken: "r1"))
        let server = try LoopbackServer.immediate { request in
            request.bearer == "A5" ? Reply(body: "A5") : Reply(status: 401)
        }
        let auth = JWTAuth(storage: storage) { _ in throw RefreshRejection() }
        _ = try await auth.tokens
        let probe = try ChildProcess(product: "TokenStoreProbe", "renew", folder.file.path, "A5", "r5")
        #expect(try await probe.end().status == 0)
        let order = Order(name: "1", body: Data("from A".utf8))
        #expect(try await URLSession.fresh().response(with: order, environment: server.url, auth: auth) == "A5")
        #expect(server.requests.map(\.bearer) == ["A1", "A5"])
        let stored = try #require(try await storage.load()?.signInID)
        #expect(try await auth.tokens?.signInID == stored)
    }
}

/// A place for a token file of one test, gone with it.
final class StoreFolder: Sendable {
    let file: URL
    private let folder: URL

    init() {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        file = folder.appendingPathComponent("tokens.json")
    }

    /// A file beside the tokens, such as `refresh`.
    func beside(_ name: String) -> URL { file.appendingPathExtension(name) }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
#endif
