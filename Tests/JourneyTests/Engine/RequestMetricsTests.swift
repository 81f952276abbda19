import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// What is measured of requests.
@Suite("Request metrics", .timeLimit(.minutes(5)), .onCurl)
struct RequestMetricsTests {
    private let session = URLSession.fresh()
    private let log = EventLog()

    private func options(timeout: Duration? = nil, retry: RetryPolicy? = nil) -> RequestOptions {
        RequestOptions(timeout: timeout, retryPolicy: retry, observers: [log])
    }

    private func metrics(
        of item: Item = Item(name: "a"), at url: URL, over session: URLSession? = nil
    ) async throws -> RequestMetrics {
        let response = try await (session ?? self.session).endpointResponse(with: item, environment: url)
        return try #require(response.metrics)
    }

    @Test("T-01 the first call opens a connection, and the second one uses it again")
    func reused() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        for isReused in [false, true] {
            let metrics = try await metrics(at: server.url)
            #expect(metrics.isReusedConnection == isReused)
            #expect((metrics.connect == nil) == isReused)
            #expect(metrics.tlsHandshake == nil)
            // An address needs no lookup.
            #expect(metrics.nameLookup == nil)
            #expect(metrics.httpVersion == .http11)
            #expect(metrics.remoteAddress == "127.0.0.1:\(server.port)")
            let firstByte = try #require(metrics.firstByte)
            let total = try #require(metrics.total)
            #expect(metrics.connect ?? .zero <= firstByte && firstByte <= total && total > .zero)
        }
    }

    @Test("T-01 the lookup of a name is measured where it takes place")
    func lookedUp() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        // A name to us, and an address to the system's lookup.
        let url = try #require(URL(string: "http://0x7f.1:\(server.port)"))
        let first = try await metrics(at: url)
        #expect(first.nameLookup ?? .zero > .zero)
        #expect(first.nameLookup ?? .zero <= first.firstByte ?? .zero)
        #expect(first.remoteAddress == "127.0.0.1:\(server.port)")
        #expect(try await metrics(at: url).nameLookup == nil)
    }

    @Test("T-01 sizes are those on the wire, before a content coding is undone")
    func sizes() async throws {
        let text = String(repeating: "a", count: 100_000)
        let packed = try #require(Data(base64Encoded: Self.manyLetters))
        let server = try LoopbackServer(replies: [
            Reply(body: ""), Reply(headers: [("Content-Encoding", "gzip")], body: packed), Reply(body: text),
            .chunked([.data(Data(text.utf8))]),
        ])
        let order = Order(name: "1", body: Data(count: 5_000))
        let sent = try await session.endpointResponse(with: order, environment: server.url).metrics
        #expect((5_001...6_000).contains(sent?.requestBytes ?? 0))
        #expect((1...1_000).contains(sent?.responseBytes ?? 0))
        let response = try await session.endpointResponse(with: Item(name: "a"), environment: server.url)
        #expect(response.value == text)
        #expect((1...1_000).contains(response.metrics?.requestBytes ?? 0))
        #expect((packed.count + 1...packed.count + 1_000).contains(response.metrics?.responseBytes ?? 0))
        for _ in 0..<2 {
            let bytes = try await metrics(at: server.url).responseBytes ?? 0
            #expect((100_001...101_000).contains(bytes))
        }
    }

    @Test("T-01 an IPv6 address stands in brackets")
    func overIPv6() async throws {
        guard let server = try? LoopbackServer(replies: [Reply(body: "ok")], at: .ipv6) else { return }
        #expect(try await metrics(at: server.url).remoteAddress == "[::1]:\(server.port)")
    }

    @Test("T-01 an old server's version of HTTP is told")
    func oldVersion() async throws {
        let server = try LoopbackServer(replies: [.raw("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok")])
        #expect(try await metrics(at: server.url).httpVersion == .http10)
    }

    @Test("T-01 each attempt has its own, which come with its answer and with the event of its failure")
    func attempts() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503), Reply(status: 503), Reply(body: "well")])
        let response = try await session.endpointResponse(
            with: Item(name: "a"), environment: server.url, options: options(retry: .prompt))
        #expect(log.events(.received).map { $0.metrics?.isReusedConnection } == [false, true, true])
        #expect(log.events(.retrying).map { $0.metrics?.isReusedConnection } == [false, true])
        #expect(response.metrics?.isReusedConnection == true)
        let silent: [RequestEvent.Kind] = [.built, .authenticated, .sent, .succeeded]
        #expect(log.events.allSatisfy { ($0.metrics == nil) == silent.contains($0.kind) })
    }

    @Test("T-01 each request of an attempt that is redirected has its own")
    func redirected() async throws {
        let server = try LoopbackServer(replies: [.redirect(to: "/one"), Reply(body: "there")])
        _ = try await session.response(with: Item(name: "a"), environment: server.url, options: options())
        #expect(log.events(.redirected).map { $0.metrics?.isReusedConnection } == [false])
        #expect(log.events(.received).map { $0.metrics?.isReusedConnection } == [true])
    }

    @Test("T-01 a connection that is refused has taken its time, and nothing else is known")
    func refused() async throws {
        let port = try ClosedPort()
        defer { withExtendedLifetime(port) {} }
        _ = try await session.failure(of: Item(name: "a"), environment: port.url, options: options())
        let metrics = try #require(log.events(.failed).first?.metrics)
        #expect(metrics.total ?? .zero > .zero)
        #expect(metrics.connect == nil && metrics.firstByte == nil)
        #expect(metrics.isReusedConnection == nil && metrics.httpVersion == nil)
        #expect(metrics.responseBytes == 0)
    }

    @Test("T-01 a lookup that finds nothing has taken its time")
    func unknownHost() async throws {
        let url = try #require(URL(string: "http://nowhere.invalid"))
        _ = try await session.failure(of: Item(name: "a"), environment: url, options: options())
        let metrics = try #require(log.events(.failed).first?.metrics)
        #expect(metrics.nameLookup ?? .zero > .zero)
        #expect(metrics.connect == nil && metrics.remoteAddress == nil)
    }

    @Test("T-01 an attempt that gets no answer tells how far it came", arguments: [true, false])
    func lost(isRetried: Bool) async throws {
        let server = try LoopbackServer(replies: [.close, Reply(body: "well")])
        let options = options(retry: isRetried ? .prompt : nil)
        _ = await session.result(with: Item(name: "a"), environment: server.url, options: options)
        let metrics = try #require(log.events(isRetried ? .retrying : .failed).first?.metrics)
        #expect(metrics.connect != nil && metrics.isReusedConnection == false)
        #expect(metrics.remoteAddress == "127.0.0.1:\(server.port)")
        #expect(metrics.requestBytes ?? 0 > 0)
        #expect(metrics.firstByte == nil && metrics.httpVersion == nil)
        #expect(log.events(.received).allSatisfy { $0.metrics?.firstByte != nil })
    }

    @Test(
        "T-01 an attempt that is given up tells how far it came", arguments: [Ending.timeout, .deadline, .cancellation])
    private func givenUp(ending: Ending) async throws {
        let server = try LoopbackServer(replies: [.silence])
        let clock = ManualClock()
        let options = RequestOptions(
            timeout: ending == .timeout ? .seconds(5) : nil, deadline: ending == .deadline ? .seconds(5) : nil,
            observers: [log])
        let call = session.begin(Item(name: "a"), at: server.url, options: options, on: clock)
        if ending != .cancellation { try await clock.sleepers(1) }
        _ = await server.requests(count: 1)
        if ending == .cancellation { call.cancel() } else { clock.advance(by: .seconds(6)) }
        _ = await call.value
        let metrics = try #require(log.events(.failed).first?.metrics)
        #expect(metrics.firstByte == nil && metrics.total != nil)
        guard Engine.asksBeforeSending else { return }
        #expect(metrics.connect != nil && metrics.isReusedConnection == false)
        #expect(metrics.remoteAddress == "127.0.0.1:\(server.port)")
    }

    @Test("T-01 an answer that is too large, or broken, has come all the same", arguments: [true, false])
    func unusable(isLarge: Bool) async throws {
        let server = try LoopbackServer(replies: [
            Reply(headers: isLarge ? [] : [("Content-Encoding", "gzip")], body: String(repeating: "a", count: 1_000))
        ])
        let options = RequestOptions(maxResponseSize: 100, observers: [log])
        _ = try await session.failure(of: Item(name: "a"), environment: server.url, options: options)
        let metrics = try #require(log.events(.failed).first?.metrics)
        #expect(metrics.firstByte != nil)
        #expect(metrics.connect != nil || !Engine.asksBeforeSending)
    }

    #if os(Linux)
    @Test("T-01 where there is a proxy, the address is the proxy's")
    func proxy() async throws {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer(replies: [Reply(body: "ok")])
            setenv("http_proxy", server.url.absoluteString, 1)
            let url = try #require(URL(string: "http://nowhere.invalid"))
            let response = try await URLSession.fresh().endpointResponse(with: Item(name: "a"), environment: url)
            #expect(response.metrics?.remoteAddress == "127.0.0.1:\(server.port)")
            #expect(response.metrics?.isReusedConnection == false)
        }
    }
    #endif

    enum Ending: Sendable {
        case timeout, deadline, cancellation
    }

    /// A hundred thousand letters a in gzip.
    private static let manyLetters =
        "H4sIAAAAAAACA+3BMQEAAADCoKzrX8IaHkABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAArwaH+uIboIYBAA=="
}
