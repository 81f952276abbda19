#if os(Linux) || os(macOS)
import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// A command is proven by the shells that it is for, and by curl itself.
@Suite("cURL commands", .timeLimit(.minutes(5)))
struct CURLCommandTests {
    /// Sends anything.
    private struct Sample: Endpoint {
        typealias Server = LoopbackSite
        typealias Response = Void
        static let definition = Definition(
            method: .put, path: "a/\(\.name)", parameters: [.query("q", \.name)],
            headers: ["X-Name": .field(\.name), "X-Empty": "", .contentType: .field(\.type)])
        var name: String
        var type: String? = "text/plain"
        var body: Data?
    }

    private static let names = [
        "plain", "it's", "'", "''quoted''", #"back\slash"#, "$HOME `id` $(id) ${x}", "a b\tc",
        "semi;colon & pipe | gt >",
        "*?[x]{a,b}", "!history", "~", "#no comment", "\"double\"", "日本語 émoji 🎈", "-dash", "@file", "%41", "a=b&c=d",
        "é\u{301}", "\\'\\\"$",
    ]

    private static let bodies =
        names.map { Data($0.utf8) } + [
            Data(), Data([0, 1, 2, 255]), Data("line\nline\r\n".utf8), Data("\u{1B}[31mred".utf8),
            Data("\u{FEFF}bom".utf8),
            Data(String(repeating: "x'", count: 100_000).utf8), Data("@/etc/passwd".utf8), Data("\n".utf8),
        ]

    private static let shells = ["/bin/sh", "/bin/bash"].filter { FileManager.default.isExecutableFile(atPath: $0) }
    private static let curlPath = ["/usr/bin/curl", "/bin/curl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    private let session = URLSession.fresh()

    /// What a shell makes of a command: the arguments, and what is piped in.
    private func words(of command: String, in shell: String) async throws -> (arguments: [String], input: [UInt8]) {
        let piped = command.hasPrefix("echo ") ? "cat" : ":"
        let script = "curl() { for word; do printf '%s\\0' \"$word\"; done; printf '\\0\\0'; \(piped); }\n" + command
        let (bytes, status) = try await ChildProcess(shell, ["-c", script]).output()
        #expect(status == 0)
        let end = try #require(bytes.indices.dropLast(2).first { bytes[$0...($0 + 2)].allSatisfy { $0 == 0 } })
        let arguments = bytes[..<end].split(separator: 0, omittingEmptySubsequences: false)
        return (arguments.map { String(decoding: $0, as: UTF8.self) }, Array(bytes[(end + 3)...]))
    }

    @Test("a shell takes every value as it is", arguments: shells)
    func quoting(shell: String) async throws {
        let server = try LoopbackServer(replies: [.empty()])
        for name in Self.names {
            // A tab can't be in a path that a person reads, but it can in a query and a field.
            let sample = Sample(name: name, body: Data(name.utf8))
            let response = try await session.endpointResponse(with: sample, environment: server.url)
            let (arguments, input) = try await words(of: response.curlCommand(), in: shell)
            #expect(arguments.contains("X-Name: \(name)"), "\(name)")
            #expect(arguments.contains("X-Empty;"))
            #expect(arguments.contains(try #require(response.request.url).absoluteString), "\(name)")
            if name.contains("\t") {
                #expect(input == Array(name.utf8) && arguments.contains("@-"))
            } else {
                #expect(arguments.last == name && arguments.dropLast().last == "--data-raw", "\(name)")
            }
        }
    }

    @Test("curl sends what was sent", .enabled(if: curlPath != nil, "curl is not installed"), arguments: bodies)
    func sends(body: Data) async throws {
        let server = try LoopbackServer(replies: [.empty()])
        let sample = Sample(name: "it's", type: body.count.isMultiple(of: 2) ? nil : "text/plain", body: body)
        let response = try await session.endpointResponse(with: sample, environment: server.url)
        let command = response.curlCommand().replacingOccurrences(of: "curl ", with: "curl --silent --noproxy '*' ")
        // Through a file, as a command may be longer than an argument of a process can be.
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sh")
        try Data(command.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let (_, status) = try await ChildProcess("/bin/sh", [file.path]).end()
        #expect(status == 0)
        let requests = server.requests
        try #require(requests.count == 2)
        #expect(requests[0].body == requests[1].body)
        #expect(requests[0].method == requests[1].method && requests[0].target == requests[1].target)
        for name in ["X-Name", "X-Empty", "Content-Type"] {
            #expect(requests[0].headerValues(name) == requests[1].headerValues(name), "\(name)")
        }
    }

    @Test("curl sends each method, and HEAD doesn't wait", .enabled(if: curlPath != nil, "curl is not installed"))
    func methods() async throws {
        let server = try LoopbackServer(replies: [.empty()])
        let commands = [
            try await session.endpointResponse(with: Visit<Getting>(), environment: server.url).curlCommand(),
            try await session.endpointResponse(with: Visit<Heading>(), environment: server.url).curlCommand(),
            try await session.endpointResponse(with: Visit<Posting>(), environment: server.url).curlCommand(),
            try await session.endpointResponse(with: Visit<Deleting>(), environment: server.url).curlCommand(),
        ]
        for command in commands {
            let silent = command.replacingOccurrences(of: "curl ", with: "curl --silent --noproxy '*' ")
            #expect(try await ChildProcess("/bin/sh", ["-c", silent]).end().status == 0)
        }
        let methods = server.requests.map(\.method)
        #expect(methods.suffix(4) == methods.prefix(4) && methods.count == 8)
        #expect(Set(server.requests.map(\.target)).count == 1)
    }

    @Test("the command of a failure's request has no body and no credentials")
    func failure() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 500)])
        let error = try await session.failure(
            of: Deliver<Posting>(body: Data("s3cr3t".utf8)), environment: server.url, auth: .bearer("s3cr3t"))
        let command = try #require(error.context?.request.curlCommand)
        #expect(!command.contains("s3cr3t"))
        #expect(command.contains("<redacted> (6 bytes)") && command.contains("'Authorization: <redacted>'"))
    }
}
#endif
