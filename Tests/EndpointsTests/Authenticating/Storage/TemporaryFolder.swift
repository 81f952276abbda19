import Endpoints
import Testing

/// A folder of one test; it goes with the suite's instance.
final class TemporaryFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/endpoints-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        // Whoever a test runs as may come in; it is the folders in it that are tested.
        try setRights(0o777, of: path)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}

/// The rights of what is at the path, without following a link; nil when nothing is.
func rights(of path: String) throws -> mode_t? {
    try SystemCall.status(of: path)?.rights
}

func setRights(_ rights: mode_t, of path: String) throws {
    try SystemCall.check { chmod(path, rights) }
}

/// The names of what is in the folder, in their order.
func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
}

func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
}

func text(at path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
}

/// Says that something ran that must not.
func recordRun() {
    Issue.record("It ran.")
}

/// The error of a call that must fail.
func tokenFileError(_ call: () async throws -> Void) async -> TokenFileError? {
    do {
        try await call()
        Issue.record("It did not fail.")
    } catch let error as TokenFileError {
        return error
    } catch {
        Issue.record(error)
    }
    return nil
}

/// Makes this process one without the superuser's right to everything.
func becomeNobody() throws {
    guard geteuid() == 0 else { return }
    try SystemCall.check { setegid(65_534) }
    try SystemCall.check { seteuid(65_534) }
}
