import Foundation
import Testing

/// The README shows code that compiles: every sample stands word for word in READMESamples.swift.
@Suite struct READMETests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: URL(fileURLWithPath: path, relativeTo: Self.folder), encoding: .utf8)
    }

    /// The lines of a text, each without its indentation.
    private func lines(_ text: some StringProtocol) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            .joined(separator: "\n")
    }

    private func samples(in markdown: String) -> [String] {
        markdown.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
    }

    @Test("every Swift sample of the README is compiled, word for word")
    func samplesAreCompiled() throws {
        let compiled = lines(try text("READMESamples.swift"))
        let samples = samples(in: try text("../../README.md")).filter { !$0.contains(".package(") }
        #expect(samples.count >= 8)
        for sample in samples {
            let wanted = lines(sample.replacingOccurrences(of: "import Endpoints\n", with: ""))
            #expect(compiled.contains(wanted), "not in READMESamples.swift:\n\(sample)")
        }
    }

    @Test("every Swift sample of the DocC catalog is compiled, word for word")
    func articlesAreCompiled() throws {
        let sources = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        let compiled = lines(
            try sources.filter { $0.lastPathComponent.hasSuffix("Samples.swift") }.map { try text($0.path) }
                .joined(separator: "\n"))
        let articles = try ["Endpoints", "EndpointsMocking", "EndpointsOAuth"].flatMap { module in
            let catalog = Self.folder.appendingPathComponent("../../Sources/\(module)/\(module).docc")
            return try FileManager.default.contentsOfDirectory(at: catalog, includingPropertiesForKeys: nil)
                .filter { $0.pathExtension == "md" }
        }
        #expect(articles.count >= 3)
        for article in articles {
            for sample in samples(in: try text(article.path)) {
                #expect(compiled.contains(lines(sample)), "not compiled, from \(article.lastPathComponent):\n\(sample)")
            }
        }
    }

    @Test("what the samples use in the Keychain's place on Linux is declared as the Keychain's storage is")
    func keychainStandIn() throws {
        func initializer(in text: String, _ start: String) throws -> String {
            let start = try #require(text.range(of: start)?.upperBound)
            let end = try #require(text.range(of: ") {", range: start..<text.endIndex)?.lowerBound)
            return lines(text[start..<end])
        }
        let storage = try text("../../Sources/Endpoints/Authenticating/Storage/KeychainTokenStorage.swift")
        let standIn = try text("KeychainStandIn.swift")
        let declared = try initializer(in: storage, "    public init(")
        #expect(declared.contains("service: String"))
        #expect(try initializer(in: standIn, "    init(") == declared)
        let cases = standIn.split(separator: "\n").filter { $0.contains(" case ") }.map { $0.dropFirst(13) }
        #expect(cases.count == 3)
        for name in cases { #expect(storage.contains("public static let \(name) = Accessibility(")) }
    }

    @Test("the README's commands are those that the checks run")
    func commands() throws {
        let readme = try text("../../README.md")
        let checks = try text("../../.ci/run")
        for command in ["swift run Quickstart", "swift test"] {
            #expect(readme.contains(command))
            #expect(checks.contains(command))
        }
    }
}
