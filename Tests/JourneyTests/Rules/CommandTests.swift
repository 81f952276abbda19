#if os(Linux) || os(macOS)
import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// A command, pasted into a shell, sends the request again.
@Suite("cURL commands as a whole", .timeLimit(.minutes(5)))
struct CommandTests {
    private let session = URLSession.fresh()

    /// Runs a command in a shell; nil when there is none, or no curl.
    private func run(_ command: String) async throws -> Int32? {
        let script = "exec 2>/dev/null\ncommand -v curl >/dev/null || exit 99\n" + command
        let (_, status) = try await ChildProcess("/bin/sh", ["-c", script]).end()
        return status == 99 ? nil : status
    }

    /// The fields that say something about the request, and not about who sent it.
    private static func fields(_ request: Request) -> [String: [String]] {
        let known = Set(request.headers.map { $0.name.lowercased() })
            .intersection(["authorization", "cookie", "content-type", "x-note", "x-client", "idempotency-key"])
        return Dictionary(uniqueKeysWithValues: known.map { ($0, request.headerValues($0)) })
    }

    /// Sends an endpoint, then its command, and compares what arrives.
    private func expectSame<T: Endpoint>(
        _ endpoint: T, auth: (any AuthenticationMethod)? = nil, options: RequestOptions? = nil
    ) async throws where T.Server.Environments == URL {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let answer = try await session.endpointResponse(
            with: endpoint, environment: server.url, auth: auth, options: options)
        guard let status = try await run(answer.curlCommand(showingSecrets: true)) else { return }
        #expect(status == 0)
        try #require(server.requestCount == 2)
        let requests = server.requests
        #expect(requests[0].method == requests[1].method)
        let isSame =
            requests[0].target == requests[1].target && requests[0].body == requests[1].body
            && Self.fields(requests[0]) == Self.fields(requests[1])
        #expect(isSame)
    }

    @Test(
        "S2-29 bodies of every kind arrive as they were",
        arguments: [
            "plain", "it's \"quoted\"", "$HOME `id` $(id) \\ \\n !! ~ * ? [a] {b,c} ; & | < > #",
            "line\nbreak\r\nend\n",
            "@/etc/hostname", "--data", "%41%00", "caf\u{E9} \u{1F9ED}", "''''", "\\", "a\u{1}b\u{7F}", "", " ", "\n",
        ])
    func bodies(text: String) async throws {
        try await expectSame(Order(name: "1", body: Data(text.utf8)))
    }

    @Test("S2-29 bytes that are no text arrive as they were")
    func bytes() async throws {
        try await expectSame(Order(name: "1", body: Data((0...255).map { UInt8($0) } + [0, 10, 0])))
        try await expectSame(Order(name: "1", body: Data([0xFF, 0xFE, 0x0A])))
    }

    @Test(
        "S2-29 paths, queries and fields of every kind arrive as they were",
        arguments: [
            "plain", "it's", "a b+c&d=e%25", "$HOME`id`", "[1-3]{a,b}", "caf\u{E9}", "\\", "#?/", "@file", ";x", "*",
        ])
    func values(text: String) async throws {
        try await expectSame(Noted(name: text, note: text))
    }

    @Test("S2-29 every method arrives as it was")
    func methods() async throws {
        try await expectSame(Visit<Getting>())
        try await expectSame(Visit<Heading>())
        try await expectSame(Visit<Deleting>())
        try await expectSame(Deliver<Putting>(body: Data("x".utf8)))
        try await expectSame(Deliver<Patching>(body: Data("x".utf8)))
    }

    @Test("S2-29 credentials arrive when they are asked for, and only then")
    func credentials() async throws {
        try await expectSame(Visit<Getting>(), auth: .bearer("s3cr3t"))
        try await expectSame(Visit<Getting>(), auth: BasicAuth(username: "user", password: "s3cr3t"))
        try await expectSame(Visit<Getting>(), auth: .cookie(name: "sid", value: "s3cr3t"))
        try await expectSame(Visit<Getting>(), auth: .queryKey("s3cr3t", name: "key"))
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let answer = try await session.endpointResponse(
            with: Visit<Getting>(), environment: server.url, auth: .bearer("s3cr3t"))
        guard let status = try await run(answer.curlCommand()) else { return }
        #expect(status == 0)
        try #require(server.requestCount == 2)
        let isLeaked = leaks(String(decoding: server.requests[1].bytes, as: UTF8.self))
        #expect(!isLeaked)
        #expect(server.requests[1].header("X-Client") == "demo")
    }
}

/// Puts a text into its path, its query and a field.
private struct Noted: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(
        path: "notes/\(\.name)", parameters: [.query("note", \.note)], headers: ["X-Note": .field(\.note)])

    var name: String
    var note: String
}
#endif
