import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// The lines that tell of calls, and how much they matter.
@Suite("Log lines", .timeLimit(.minutes(5)))
struct LogObserverTests {
    private let session = URLSession.fresh()
    private let lines = Locked<[(level: LogObserver.Level, text: String)]>([])

    private func options(_ level: LogObserver.Level, retry: RetryPolicy? = nil) -> RequestOptions {
        let observer = LogObserver(minimumLevel: level) { [lines] level, text in
            if !text.hasPrefix("Endpoint calls") { lines.withLock { $0.append((level: level, text: text)) } }
        }
        return RequestOptions(retryPolicy: retry, observers: [observer])
    }

    private var levels: [LogObserver.Level] { lines.withLock { $0.map(\.level) } }

    @Test("S2-29 each step has its level, in one line each with the number of its call and attempt")
    func steps() async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: 503), .redirect(to: "/next"), Reply(body: "a\nb"),
        ])
        _ = try await session.response(
            with: Item(name: "a\nb"), environment: server.url, options: options(.debug, retry: .prompt))
        #expect(
            levels == [.debug, .debug, .debug, .info, .notice, .debug, .debug, .debug, .info, .info])
        let texts = lines.withLock { $0.map(\.text) }
        #expect(texts.allSatisfy { !$0.contains { $0.isNewline } && $0.contains("Item #") })
        #expect(texts.filter { $0.contains(".2 ") }.count == 5)
    }

    @Test("S2-29 the first line says what carries the calls, once, and where lines of its level are written")
    func engine() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        for level in LogObserver.Level.allCases {
            let texts = Locked<[String]>([])
            let observer = LogObserver(minimumLevel: level) { _, text in texts.withLock { $0.append(text) } }
            for _ in 0..<2 {
                _ = try await session.response(
                    with: Item(name: "a"), environment: server.url, options: RequestOptions(observers: [observer]))
            }
            let expected = level <= .info ? ["Endpoint calls are carried by \(try session.transferEngine)"] : []
            #expect(texts.withLock { $0.filter { $0.hasPrefix("Endpoint calls") } } == expected)
            #expect(texts.withLock { $0.prefix(expected.count) } == expected[...])
        }
    }

    @Test("S2-29 what matters less than the level is not written", arguments: LogObserver.Level.allCases)
    func threshold(level: LogObserver.Level) async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        _ = try await session.failure(
            of: Item(name: "a"), environment: server.url, options: options(level, retry: .prompt))
        let expected: [LogObserver.Level: Int] = [.debug: 7 + 6, .info: 6, .notice: 3, .error: 1]
        #expect(levels.count == expected[level])
        #expect(levels.allSatisfy { $0 >= level })
        #expect(levels.last == .error)
    }

    @Test("S2-29 a call that was cancelled is nobody's fault")
    func cancelled() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let call = session.begin(Item(name: "a"), at: server.url, options: options(.info), on: ManualClock())
        _ = await server.requests(count: 1)
        call.cancel()
        _ = await call.value
        #expect(levels == [.info])
    }
}
