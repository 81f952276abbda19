import Testing

@testable import Endpoints

/// How a session's storage is used; the shared one in a process of its own, since a program has only one.
@Suite("Cookie storages", .timeLimit(.minutes(2)))
struct CookieJarTests {
    #if os(Linux) && compiler(>=6.2)
    @Test("a storage with a file is written after the answer, only when something changes, and before the process ends")
    func file() async throws {
        let folder = Self.folder(of: getpid())
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(processExitsWith: .success) {
            let folder = CookieJarTests.folder(of: getppid())
            setenv("XDG_DATA_HOME", folder.path, 1)
            let answers = try CookieAnswers(.shared)

            let held = try #require(HeldCookie())
            HTTPCookieStorage.shared.setCookie(held)
            let before = try CookieJarTests.files(in: folder)
            precondition(before.count == 1, "no file")
            held.hold()
            answers.give("a=1; Max-Age=1000")
            let meanwhile = try CookieJarTests.files(in: folder)
            precondition(meanwhile == before, "written before the answer is delivered")
            held.release()
            precondition(HTTPCookieStorage.shared.cookies?.count == 2, "the program doesn't see the cookie")
            answers.give("b=1; Max-Age=1000; Path=/", "c=1")
            precondition(HTTPCookieStorage.shared.cookies?.count == 4, "the program doesn't see the cookies")
            precondition(answers.sent() == "a=1; c=1; b=1", "the next request lacks a cookie")
            answers.give("c=1; Max-Age=0")
            precondition(answers.sent() == "a=1; b=1", "the next request has a cookie that was taken back")
            precondition(answers.sent() == "a=1; b=1", "the next request lacks a cookie")

            let files = try CookieJarTests.files(in: folder)
            answers.give("a=1; Max-Age=1000", "b=1; Max-Age=1000; Path=/", "c=1; Max-Age=0", "d=\u{1}")
            precondition(answers.sent() == "a=1; b=1")
            let later = try CookieJarTests.files(in: folder)
            precondition(later == files, "written although nothing has changed")

            answers.give("last=1; Max-Age=1000")
            exit(EXIT_SUCCESS)
        }
        let file = try #require(try Self.files(in: folder).keys.first)
        let text = try String(contentsOfFile: file, encoding: .utf8)
        #expect(text.contains("last"))
    }

    /// Where a test process and its child meet.
    private static func folder(of process: pid_t) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent("endpoints-cookies-\(process)")
    }

    /// The cookie files by path, with the time of the last write.
    private static func files(in folder: URL) throws -> [String: Date] {
        var files: [String: Date] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".shared") {
            let file = folder.appendingPathComponent(path).path
            files[file] = try FileManager.default.attributesOfItem(atPath: file)[.modificationDate] as? Date
        }
        return files
    }
    #endif

    @Test("a storage in memory is written before the answer is delivered")
    func memory() throws {
        let configuration = URLSessionConfiguration.ephemeral
        let storage = try #require(configuration.httpCookieStorage)
        try CookieAnswers(storage).give("a=1", "b=1")
        #expect(storage.cookies?.count == 2)
    }

    @Test("neither a configuration nor a storage that accepts none gets any")
    func policies() throws {
        let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
        try CookieAnswers(storage) { $0.httpCookieAcceptPolicy = .never }.give("a=1")
        #expect(storage.cookies?.isEmpty == true)
        storage.cookieAcceptPolicy = .never
        try CookieAnswers(storage).give("a=1")
        #expect(storage.cookies?.isEmpty == true)
    }
}

#if os(Linux)
/// A cookie that a storage can't write to its file while the gate is locked.
private final class HeldCookie: HTTPCookie, @unchecked Sendable {  // Safe because it never changes.
    private let gate = NSLock()

    init?() {
        super.init(properties: [
            .name: "held", .value: "1", .domain: "b.example", .path: "/", .expires: Date(timeIntervalSinceNow: 1_000),
        ])
    }

    func hold() { gate.lock() }
    func release() { gate.unlock() }

    override var portList: [NSNumber]? { gate.withLock { nil } }
}
#endif

/// Answers of one host, and what a request to it sends.
private struct CookieAnswers {
    private let jar: CookieJar
    private let request: URLRequest

    init(_ storage: HTTPCookieStorage, change: (URLSessionConfiguration) -> Void = { _ in }) throws {
        let configuration = URLSessionConfiguration.default
        configuration.httpCookieStorage = storage
        change(configuration)
        jar = try #require(CookieJar(configuration))
        let url = try #require(URL(string: "https://a.example/x/y"))
        request = URLRequest(url: url)
    }

    func give(_ lines: String...) {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
        else { return }
        jar.store(
            from: TransportReply(
                data: Data(), response: response, setCookies: lines, isMultiplexed: false, metrics: nil),
            to: request)
    }

    func sent() -> String? { jar.adding(to: request).value(forHTTPHeaderField: "Cookie") }
}
