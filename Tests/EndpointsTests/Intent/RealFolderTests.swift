import TestSupport
import Testing

@testable import Endpoints

// An exit test needs a system that can start processes, and one that captures values needs Swift 6.3.
#if (os(Linux) || os(macOS)) && compiler(>=6.3)
/// A folder that loses its write permission, as a user without the superuser's rights meets it.
@Suite("A refresh in a read-only folder", .timeLimit(.minutes(5)))
struct RealFolderTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("R-23 a folder that is read-only before: nothing is asked, and the sign-in goes on when it is mended")
    func before() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            try becomeNobody()
            let presented = Locked(0)
            let storage = FileTokenStorage(url: URL(fileURLWithPath: "\(path)/own/tokens.json"))
            try await storage.withExclusiveAccess { try await storage.save(.rule(1)) }
            let auth = JWTAuth(storage: storage) { _ in
                presented.withLock { $0 += 1 }
                return .rule(2)
            }
            #expect(try await auth.accessToken() == "A1")
            try setRights(0o500, of: "\(path)/own")
            #expect(await ruleFault { try await auth.newAccessToken() } == "storageFailed")
            #expect(presented.withLock { $0 } == 0)
            #expect(try await auth.accessToken() == "A1")
            #expect(auth.state == .authenticated)
            try setRights(0o700, of: "\(path)/own")
            #expect(try await auth.newAccessToken() == "A2")
            #expect(presented.withLock { $0 } == 1)
        }
    }

    @Test("R-23 a folder that becomes read-only while the token is presented: the pair serves, and is saved later")
    func meanwhile() async {
        await #expect(processExitsWith: .success) { [path = folder.path as String] in
            try becomeNobody()
            let presented = Locked<[String]>([])
            let clock = ManualClock()
            let storage = FileTokenStorage(url: URL(fileURLWithPath: "\(path)/own/tokens.json"))
            try await storage.save(.rule(1))
            let auth = JWTAuth(initialTokens: nil, storage: storage, configuration: .init(), clock: clock) { token in
                presented.withLock { $0.append(token) }
                if token == "r1" { try setRights(0o500, of: "\(path)/own") }
                return token == "r1" ? .rule(2) : .rule(3)
            }
            #expect(await ruleFault { try await auth.newAccessToken() } == "storageFailed")
            #expect(auth.state == .storageFailed)
            for _ in 0..<5 { #expect(try await auth.accessToken() == "A2") }
            #expect(try await storage.load() == .rule(1))
            let left = try names(in: "\(path)/own")
            #expect(left.contains("tokens.json.refresh"), "another process would present the spent token")
            try setRights(0o700, of: "\(path)/own")
            try await ruleRepeat(while: { auth.state != .authenticated }) { clock.advance(by: .seconds(1)) }
            #expect(try await storage.load() == .rule(2))
            #expect(try await auth.newAccessToken() == "A3")
            #expect(presented.withLock { $0 } == ["r1", "r2"])
        }
    }
}
#endif
