import Foundation
import Testing

/// The privacy manifest declares the calls of the sources that Apple asks a reason for, and no others.
///
/// Apple's documentation lists them under “Describing use of required reason API”.
@Suite struct PrivacyManifestTests {
    private struct Manifest: Decodable {
        struct Access: Decodable {
            let category: String
            let reasons: [String]

            enum CodingKeys: String, CodingKey {
                case category = "NSPrivacyAccessedAPIType"
                case reasons = "NSPrivacyAccessedAPITypeReasons"
            }
        }

        struct CollectedData: Decodable {}

        let tracks: Bool
        let trackingDomains: [String]
        let collectedData: [CollectedData]
        let accesses: [Access]

        enum CodingKeys: String, CodingKey {
            case tracks = "NSPrivacyTracking"
            case trackingDomains = "NSPrivacyTrackingDomains"
            case collectedData = "NSPrivacyCollectedDataTypes"
            case accesses = "NSPrivacyAccessedAPITypes"
        }
    }

    private static let attributeLists = ["getattrlist", "getattrlistbulk", "fgetattrlist", "getattrlistat"]

    /// The names of each category's calls.
    private static let names = [
        "FileTimestamp": [
            "creationDate", "creationDateKey", "modificationDate", "contentModificationDate", "fileModificationDate",
            "contentModificationDateKey", "stat", "fstat", "fstatat", "lstat",
        ] + attributeLists,
        "SystemBootTime": ["systemUptime", "mach_absolute_time"],
        "DiskSpace": [
            "volumeAvailableCapacity", "volumeAvailableCapacityKey", "volumeAvailableCapacityForImportantUsage",
            "volumeAvailableCapacityForImportantUsageKey", "volumeAvailableCapacityForOpportunisticUsage",
            "volumeAvailableCapacityForOpportunisticUsageKey", "volumeTotalCapacity", "volumeTotalCapacityKey",
            "systemFreeSize", "systemSize", "statfs", "statvfs", "fstatfs", "fstatvfs",
        ] + attributeLists,
        "ActiveKeyboards": ["activeInputModes"],
        "UserDefaults": ["UserDefaults", "NSUserDefaults", "AppStorage"],
    ]

    private static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized

    /// The categories whose calls are in a source text, outside of its comments.
    private static func categories(in text: String) -> Set<String> {
        let code = text.split(separator: "\n").map { $0.components(separatedBy: "//")[0] }.joined(separator: "\n")
        let words = Set(code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        return Set(names.filter { !words.isDisjoint(with: $0.value) }.keys)
    }

    private static func manifest() throws -> Manifest {
        let file = root.appendingPathComponent("Sources/Endpoints/PrivacyInfo.xcprivacy")
        return try PropertyListDecoder().decode(Manifest.self, from: Data(contentsOf: file))
    }

    @Test("every category of calls that the libraries make is declared, and no other")
    func categories() throws {
        let sources = Self.root.appendingPathComponent("Sources")
        let files = try #require(FileManager.default.enumerator(atPath: sources.path))
        var used: Set<String> = []
        var count = 0
        for case let name as String in files where name.hasSuffix(".swift") && !name.hasPrefix("Quickstart/") {
            count += 1
            used.formUnion(
                Self.categories(in: try String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)))
        }
        #expect(count > 100)
        let declared = try Self.manifest().accesses.map(\.category)
        #expect(declared.sorted() == used.map { "NSPrivacyAccessedAPICategory\($0)" }.sorted())
    }

    @Test(
        "a call is found where it is made, and not in a comment",
        arguments: [
            ("let defaults = UserDefaults.standard", ["UserDefaults"]),
            ("let up = ProcessInfo.processInfo.systemUptime", ["SystemBootTime"]),
            ("try url.resourceValues(forKeys: [.volumeAvailableCapacityKey])", ["DiskSpace"]),
            ("lstat(path, &status)", ["FileTimestamp"]),
            ("let status = 0  // UserDefaults would be slower", []),
        ]
    )
    func detection(line: String, expected: [String]) {
        #expect(Self.categories(in: line) == Set(expected))
    }

    @Test("files of the app's own containers are the reason, and nothing is collected or tracked")
    func content() throws {
        let manifest = try Self.manifest()
        #expect(manifest.accesses.map(\.reasons) == [["C617.1"]])
        #expect(!manifest.tracks && manifest.trackingDomains.isEmpty && manifest.collectedData.isEmpty)
    }
}
