import Endpoints
import EndpointsMocking
import Foundation
import Testing

/// The stores that the article “Authentication” shows keep what `TokenStorageChecks` asks of every store.
@Suite("The recipes for stores", .timeLimit(.minutes(5)))
struct RecipeTests {
    /// A folder of a test, gone with it.
    private final class Folder: Sendable {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("recipe-\(UUID().uuidString)")

        init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
        deinit { try? FileManager.default.removeItem(at: url) }
    }

    /// Does what `secret-tool` does, with a file in the place of the keyring.
    private static func secretTool(in folder: URL) throws -> URL {
        let tool = folder.appendingPathComponent("secret-tool")
        let script = """
            #!/bin/sh
            secret="\(folder.path)/secret"
            case "$1" in
            store) cat > "$secret.$$" && mv "$secret.$$" "$secret" ;;
            lookup) test -e "$secret" || exit 1; cat "$secret" ;;
            clear) rm -f "$secret" ;;
            *) echo "unknown command" >&2; exit 2 ;;
            esac
            """
        try Data(script.utf8).write(to: tool)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: tool.path)
        return tool
    }

    #if (os(Linux) || os(macOS)) && compiler(>=6.2)
    // In a process of its own: Foundation's `Process` can end one that has thousands of open files, as that of the tests has
    // at times.
    @Test("S0-10 a store on the Secret Service")
    func secretService() async {
        await #expect(processExitsWith: .success) {
            let folder = try Folder()
            let tool = try RecipeTests.secretTool(in: folder.url)
            let checks = TokenStorageChecks { SecretServiceStorage(account: "ann", tool: tool) }
            try await checks.roundTrip()
            try await checks.clearing()
            try await checks.concurrentSaves()
            try await checks.failuresSurface {
                try Data("half a pair".utf8).write(to: folder.url.appendingPathComponent("secret"))
            }
        }
    }
    #endif

    /// A table of two columns that knows the four statements of the recipe, and a lock for each account.
    private actor Table: Database {
        private var rows: [String: String] = [:]
        private var isLocked = false
        private var waiters: [CheckedContinuation<Void, Never>] = []

        struct Unknown: Error {}

        func value(_ statement: String, _ parameters: [String]) async throws -> String? {
            switch statement.prefix(while: { $0 != "(" && $0 != "\n" }).trimmingCharacters(in: .whitespaces) {
            case "SELECT tokens FROM sign_ins WHERE account = $1": return rows[parameters[0]]
            case "INSERT INTO sign_ins": rows[parameters[0]] = parameters[1]
            case "DELETE FROM sign_ins WHERE account = $1": rows[parameters[0]] = nil
            case "SELECT pg_advisory_lock":
                if isLocked { await withCheckedContinuation { waiters.append($0) } }
                isLocked = true
            case "SELECT pg_advisory_unlock":
                isLocked = !waiters.isEmpty
                if isLocked { waiters.removeFirst().resume() }
            default: throw Unknown()
            }
            return nil
        }

        nonisolated func connection<Value: Sendable>(
            _ body: @Sendable (any Database) async throws -> Value
        ) async throws -> Value {
            try await body(self)
        }
    }

    @Test("S0-10 a store in a database")
    func database() async throws {
        let table = Table()
        let checks = TokenStorageChecks { DatabaseStorage(database: table, account: "ann") }
        try await checks.roundTrip()
        try await checks.clearing()
        try await checks.concurrentSaves()
        try await checks.failuresSurface {
            _ = try await table.value("INSERT INTO sign_ins", ["ann", "{"])
        }
    }

    @Test("S0-10 a store without a lock, with the lock of a file")
    func lockedStorage() async throws {
        let folder = try Folder()
        let base = InMemoryTokenStorage()
        try await TokenStorageChecks {
            LockedStorage(base: base, lock: FileTokenStorage(url: folder.url.appendingPathComponent("tokens/lock")))
        }.all()
    }
}
