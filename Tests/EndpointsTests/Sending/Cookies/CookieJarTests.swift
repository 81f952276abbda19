import Testing

@testable import Endpoints

/// How a session's storage is used; each in a process of its own, since a program has one shared storage.
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

            CookieWriter.queue.suspend()
            answers.give("a=1; Max-Age=1000", "b=1; Max-Age=1000; Path=/")
            precondition(HTTPCookieStorage.shared.cookies?.isEmpty == true, "written before the answer is delivered")
            CookieWriter.queue.resume()
            precondition(answers.sent() == "a=1; b=1", "the next request lacks a cookie")
            precondition(HTTPCookieStorage.shared.cookies?.count == 2)

            let files = try CookieJarTests.files(in: folder)
            precondition(files.count == 1, "no file")
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

    /// The cookie files by path, with a number that is another one after each write.
    private static func files(in folder: URL) throws -> [String: Int] {
        var files: [String: Int] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".shared") {
            let file = folder.appendingPathComponent(path).path
            files[file] = try FileManager.default.attributesOfItem(atPath: file)[.systemFileNumber] as? Int
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
            from: TransportReply(data: Data(), response: response, setCookies: lines, isMultiplexed: false),
            to: request)
    }

    func sent() -> String? { jar.adding(to: request).value(forHTTPHeaderField: "Cookie") }
}
