#if os(Linux)
import Endpoints
import TestSupport
import Testing

/// A disk of its own for a process, which becomes full.
@Suite("A refresh on a full disk", .timeLimit(.minutes(2)), .enabled { try await SmallDisk.isPossible() })
struct FullDiskTests {
    /// What the second process prints, on a disk of so many kilobytes.
    private func probe(_ moment: String, kilobytes: Int) async throws -> [Substring] {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent("disk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: place) }
        let program = try ProductsFolder.url(image: #dsohandle).appendingPathComponent("TokenStoreProbe").path
        let (lines, status) = try await SmallDisk.run(
            #"exec "$2" full "$1/own/tokens.json" \#(moment)"#, at: place.path, program, kilobytes: kilobytes)
        #expect(status == 0)
        return lines
    }

    @Test("R-23 a disk that is full before the token is presented: nothing is asked")
    func before() async throws {
        #expect(try await probe("before", kilobytes: 64) == ["storageFailed 0 A1"])
    }

    @Test("R-23 a disk that fills up while the token is presented: the pair is saved in the room that was made")
    func meanwhile() async throws {
        #expect(try await probe("meanwhile", kilobytes: 128) == ["success 1 A2"])
    }
}

/// A disk in memory that only one process and its children see, and that ends with them.
private enum SmallDisk {
    /// Whether this system lets a process have a name space with mounts of its own.
    static func isPossible() async throws -> Bool {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/unshare") else { return false }
        return try await run("true", at: FileManager.default.temporaryDirectory.path, "", kilobytes: 64).status == 0
    }

    static func run(
        _ command: String, at place: String, _ program: String, kilobytes: Int
    ) async throws -> (lines: [Substring], status: Int32) {
        let script = #"mount -t tmpfs -o size=\#(kilobytes)k none "$1" 2>/dev/null && "# + command
        return try await ChildProcess("/usr/bin/unshare", ["-rm", "sh", "-c", script, "sh", place, program]).end()
    }
}
#endif
