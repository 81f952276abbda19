import LoopbackServer
import TestSupport
import Testing

@testable import Endpoints

/// Attempts to make calls hang, end twice, be sent twice, or leave something behind.
@Suite("Hostile: sending", .timeLimit(.minutes(2)), .serialized)
struct HostileSendingTests {
    private static func descriptors() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
    }
    private static func threads() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? -1
    }
    private static func residentMB() -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        return ((Int(text.split(separator: " ")[1]) ?? 0) * 4096) >> 20
    }

    @Test("A: a POST whose declared key is empty is sent again")
    func emptyKey() async throws {
        let server = try LoopbackServer.immediate { _ in .close }
        _ = await URLSession.fresh().result(
            with: BlankKeyOrder(key: "", body: Data("p".utf8)), environment: server.url,
            options: RequestOptions(retryPolicy: .prompt))
        #expect(server.requestCount == 1, "\(server.requests.map { $0.header("Idempotency-Key") })")
    }

    @Test("B: a 204 that declares a length is too large", arguments: [204, 205])
    func noContent(status: Int) async throws {
        let server = try LoopbackServer(replies: [.raw("HTTP/1.1 \(status) No\r\nContent-Length: 99999\r\n\r\n")])
        let result = await URLSession.fresh().result(
            with: Visit<Getting>(), environment: server.url,
            options: RequestOptions(deadline: .seconds(5), maxResponseSize: 10))
        print("B", status, result)
        if case .failure(let error) = result { #expect(error.faultName != "tooLarge") }
    }

    @Test("B2: interim responses with lengths, and a redirect whose own body is larger than the limit")
    func interim() async throws {
        let server = try LoopbackServer(replies: [
            .raw(
                "HTTP/1.1 103 Early Hints\r\nContent-Length: 99999\r\nLink: <x>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
            )
        ])
        let result = await URLSession.fresh().result(
            with: Visit<Getting>(), environment: server.url,
            options: RequestOptions(deadline: .seconds(5), maxResponseSize: 10))
        print("B2", result)
        #expect((try? result.get()) == "ok")
        let redirecting = try LoopbackServer.immediate { request in
            request.number == 0
                ? Reply(status: 302, headers: [("Location", "/n")], body: String(repeating: "x", count: 100))
                : Reply(body: "ok")
        }
        let second = await URLSession.fresh().result(
            with: Visit<Getting>(), environment: redirecting.url, options: RequestOptions(maxResponseSize: 10))
        print("B2 redirect", second)
    }

    @Test("C: an observer that starts a call of the same account while a refresh is under way")
    func observerCalls() async throws {
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("good", "r2") }
            return request.bearer == "good" ? Reply(body: "in") : Reply(status: 401)
        }
        let url = server.url
        let session = URLSession.fresh()
        let results = Locked<[String]>([])
        let tasks = Locked<[Task<Void, Never>]>([])
        let box = Locked<JWTAuth?>(nil)
        let observer = CallingObserver { event in
            guard let auth = box.withLock({ $0 }) else { return }
            let task = Task {
                let result = await session.result(with: Item(name: "m"), environment: url, auth: auth)
                results.withLock { $0.append("\(event.endpoint) \(event.kind): \(result)") }
            }
            tasks.withLock { $0.append(task) }
        }
        let options = RequestOptions(observers: [observer])
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "bad", refreshToken: "r1")) { token in
            let answer = try await session.response(
                with: ExchangeToken(token: token), environment: url, options: options)
            return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
        }
        box.withLock { $0 = auth }
        _ = try await session.response(with: Item(name: "a"), environment: url, auth: auth, options: options)
        for task in tasks.withLock({ $0 }) { await task.value }
        let bad = results.withLock { $0.filter { !$0.contains("success") } }
        #expect(bad == [])
    }

    @Test("D: an observer that cancels the call at each kind of event", arguments: 0..<8)
    func observerCancels(at number: Int) async throws {
        let server = try LoopbackServer.immediate { request in
            switch request.number {
            case 0: Reply(status: 503)
            case 1: .redirect(to: "/next")
            default: Reply(body: "there")
            }
        }
        let log = EventLog()
        let count = Locked(0)
        let observer = CallingObserver { event in
            let now = count.withLock { value in
                defer { value += 1 }; return value
            }
            if now == number { withUnsafeCurrentTask { $0?.cancel() } }
        }
        let session = URLSession.fresh(connections: 1)
        let url = server.url
        let task = Task {
            await session.result(
                with: Visit<Getting>(), environment: url,
                options: RequestOptions(deadline: .seconds(30), retryPolicy: .prompt, observers: [log, observer]))
        }
        let result = await task.value
        print("D", number, log.kinds.map(\.name), result)
        #expect(log.kinds.count { $0 == .failed || $0 == .succeeded } == 1)
        let gate = (session as? EndpointsSession)?.gate
        #expect(gate?.waitingCount == 0)
        _ = await session.result(
            with: Item(name: "z"), environment: url, options: RequestOptions(deadline: .seconds(5)))
    }

    @Test("E: calls through one connection that fail, time out, are cancelled in every stage give back their places")
    func storm() async throws {
        for connections in [1, 3] {
            let session = URLSession.fresh(connections: connections)
            let server = try LoopbackServer(recording: false) { request in
                switch Int.random(in: 0..<10) {
                case 0: return .close
                case 1: return .reset
                case 2: return .silence
                case 3: return Reply(status: 503)
                case 4: return .truncated
                case 5: return .redirect(to: "/next")
                case 6: try? await Task.sleep(for: .milliseconds(5)); return Reply(body: "x")
                default: return Reply(body: "x")
                }
            }
            let url = server.url
            let ends = Locked(0)
            let log = CountingObserver()
            let total = 1000
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<total {
                    group.addTask {
                        let call = Task {
                            let options = RequestOptions(
                                timeout: .milliseconds(Int.random(in: 1...80)),
                                deadline: .milliseconds(Int.random(in: 100...4000)),
                                retryPolicy: RetryPolicy(maxRetries: 2, baseDelay: .milliseconds(3)),
                                maxResponseSize: number % 7 == 0 ? 0 : nil,
                                observers: [log])
                            switch number % 3 {
                            case 0:
                                _ = await session.result(
                                    with: Item(name: "\(number)"), environment: url, options: options)
                            case 1: _ = await session.result(with: Visit<Posting>(), environment: url, options: options)
                            default:
                                _ = await session.result(
                                    with: Order(name: "\(number)", body: Data("p".utf8)), environment: url,
                                    options: options)
                            }
                            ends.withLock { $0 += 1 }
                        }
                        if number % 4 == 0 {
                            try? await Task.sleep(for: .microseconds(Int.random(in: 0...3_000_000)))
                            call.cancel()
                        }
                        await call.value
                    }
                }
            }
            #expect(ends.withLock { $0 } == total)
            #expect(log.ends == total)
            let gate = try #require((session as? EndpointsSession)?.gate)
            #expect(gate.waitingCount == 0)
            let mirror = Mirror(reflecting: gate)
            let hosts = mirror.children.first { $0.label == "hosts" }
            var text = ""
            dump(hosts?.value as Any, to: &text)
            print("E hosts:", text.prefix(400))
            let fine = try LoopbackServer(replies: [Reply(body: "fine")])
            #expect(
                try await session.response(
                    with: Item(name: "q"), environment: fine.url, options: RequestOptions(deadline: .seconds(5)))
                    == "fine")
        }
    }

    @Test("F: single-use sessions of POSTs without a body leave nothing", arguments: [false, true])
    func singleUse(isCancelled: Bool) async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer(recording: false) { _ in
            if isCancelled { try? await Task.sleep(for: .milliseconds(20)) }
            return Reply(body: "x")
        }
        let url = server.url
        func run(_ count: Int) async {
            for _ in 0..<(count / 20) {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<20 {
                        group.addTask {
                            let call = Task { await session.result(with: Visit<Posting>(), environment: url) }
                            if isCancelled {
                                try? await Task.sleep(for: .microseconds(Int.random(in: 0...30_000)))
                                call.cancel()
                            }
                            _ = await call.value
                        }
                    }
                }
            }
            try? await Task.sleep(for: .milliseconds(500))
        }
        await run(100)
        let before = (Self.descriptors(), Self.threads(), Self.residentMB())
        await run(1000)
        let middle = (Self.descriptors(), Self.threads(), Self.residentMB())
        await run(1000)
        let after = (Self.descriptors(), Self.threads(), Self.residentMB())
        print("F", isCancelled, "fd/threads/MB", before, middle, after, "open", server.openConnections)
        #expect(after.0 <= before.0 + 10)
        #expect(after.1 <= before.1 + 20)
    }

    @Test("G: a session invalidated while POSTs without a body are under way, or before their start")
    func invalidatedPosts() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let url = server.url
        for round in 0..<30 {
            let session = URLSession.fresh()
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        _ = await session.result(
                            with: Visit<Posting>(), environment: url, options: RequestOptions(deadline: .seconds(20)))
                    }
                }
                try? await Task.sleep(for: .microseconds(round * 300))
                let start = ContinuousClock.now
                session.invalidateAndCancel()
                await group.waitForAll()
                let took = ContinuousClock.now - start
                #expect(took < .seconds(5), "round \(round): \(took)")
            }
        }
        try await Task.sleep(for: .seconds(1))
        #expect(server.openConnections == 0)
    }

    @Test("G2: a session that finishes while POSTs without a body are under way lets them end")
    func finishing() async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [Reply(body: "well").delayed(behind: gate)])
        let url = server.url
        let session = URLSession.fresh()
        let call = Task {
            await session.result(
                with: Visit<Posting>(), environment: url, options: RequestOptions(deadline: .seconds(5)))
        }
        _ = await server.requests(count: 1)
        session.finishTasksAndInvalidate()
        gate.open()
        let result = await call.value
        #expect((try? result.get()) == "well", "\(result)")
    }

    @Test("H: absurd policies", arguments: 0..<8)
    func absurd(row: Int) async throws {
        let policies: [RetryPolicy] = [
            RetryPolicy(maxRetries: .min),
            RetryPolicy(maxRetries: 3, baseDelay: .seconds(Int64.max), multiplier: .nan, maxDelay: .zero),
            RetryPolicy(maxRetries: 3, baseDelay: .seconds(-1), multiplier: .infinity, maxDelay: .seconds(Int64.max)),
            RetryPolicy(
                maxRetries: 2, baseDelay: .seconds(Int64.max), multiplier: .greatestFiniteMagnitude,
                maxDelay: .nanoseconds(1)),
            RetryPolicy(maxRetries: 2, baseDelay: .zero, multiplier: -.infinity, maxDelay: .seconds(Int64.min)),
            RetryPolicy(maxRetries: 2, baseDelay: .zero, maxRetryAfter: .seconds(Int64.min)),
            RetryPolicy(
                maxRetries: 2, baseDelay: .nanoseconds(1), multiplier: .leastNonzeroMagnitude,
                maxRetryAfter: .seconds(Int64.max)),
            RetryPolicy(maxRetries: 2, baseDelay: .zero, statusCodes: []),
        ]
        let policy = policies[row]
        for number in [Int.min, -1, 0, 1, 2, 1000, Int.max] { _ = policy.delay(beforeRetry: number) }
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        let result = await URLSession.fresh().result(
            with: Item(name: "a"), environment: server.url,
            options: RequestOptions(timeout: .seconds(Int64.max), deadline: .seconds(10), retryPolicy: policy))
        print("H", row, server.requestCount, result.failure?.statusCode as Any)
        for limit in [Duration.seconds(Int64.max), .seconds(Int64.min), .nanoseconds(1), .zero] {
            _ = await URLSession.fresh().result(
                with: Item(name: "a"), environment: server.url,
                options: RequestOptions(timeout: limit, deadline: limit == .zero ? nil : limit))
        }
    }

    @Test(
        "H2: Retry-After oddities",
        arguments: [
            "", " ", "-1", "+1", "1.5", "1e3", "99999999999999999999999", "0, 0", "Fri, 31 Dec 9999 23:59:59 GMT",
            "Thu, 01 Jan 1970 00:00:00 GMT", "٣", "0x10", "00000000000000000000", "\u{FEFF}1",
        ])
    func retryAfter(text: String) async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: 503, headers: [("Retry-After", text)]), Reply(body: "x"),
        ])
        let result = await URLSession.fresh().result(
            with: Item(name: "a"), environment: server.url,
            options: RequestOptions(deadline: .seconds(10), retryPolicy: .prompt))
        print("H2", text, server.requestCount, result.failure?.retryAfter as Any)
    }

    @Test("I: a task whose session has ended tells its observers of an end")
    func taskOfEndedSession() async throws {
        let session = URLSession.fresh()
        session.invalidateAndCancel()
        ObservedItem.log.reset()
        #expect(throws: (any Error).self) {
            _ = try session.endpointTask(with: ObservedItem(), environment: URL(string: "http://127.0.0.1:1")!) { _ in }
        }
        let kinds = ObservedItem.log.kinds
        #expect(kinds.isEmpty || kinds.last == "failed", "\(kinds)")
    }

    @Test("J: a body that is large, refused early")
    func earlyRefusal() async throws {
        let server = try LoopbackServer.immediate { _ in Reply(status: 417) }
        let session = URLSession.fresh()
        _ = await session.result(with: Item(name: "a"), environment: server.url)
        let result = await session.result(
            with: Order(name: "1", body: Data(count: 3 << 20)), environment: server.url,
            options: RequestOptions(deadline: .seconds(20)))
        print(
            "J", result.failure?.statusCode as Any, result.failure?.transportCode as Any,
            server.requests.last?.header("Expect") as Any)
        #expect(result.failure?.statusCode == 417)
        #expect(server.requests.count { $0.method == "POST" } == 1)
    }

    @Test("K: a kept connection's 401 with a body is no lost connection")
    func challengeWithBody() async throws {
        let server = try LoopbackServer.immediate { request in
            request.number % 3 == 1
                ? Reply(status: 401, headers: [("WWW-Authenticate", "Basic realm=x")]) : Reply(body: "ok")
        }
        let session = URLSession.fresh()
        _ = await session.result(with: Item(name: "a"), environment: server.url)
        let result = await session.result(
            with: Order(name: "1", body: Data(count: 300_000)), environment: server.url,
            options: RequestOptions(deadline: .seconds(20)))
        #expect(result.failure?.statusCode == 401, "\(result)")
        #expect(server.requests.count { $0.method == "POST" } == 1)
    }
}

final class CallingObserver: RequestObserver {
    let work: @Sendable (RequestEvent) -> Void
    init(_ work: @escaping @Sendable (RequestEvent) -> Void) { self.work = work }
    func observe(_ event: RequestEvent) { work(event) }
}

final class CountingObserver: RequestObserver {
    private let count = Locked(0)
    var ends: Int { count.withLock { $0 } }
    func observe(_ event: RequestEvent) {
        if event.kind == .failed || event.kind == .succeeded { count.withLock { $0 += 1 } }
    }
}

final class KindLog: RequestObserver {
    private let stored = Locked<[String]>([])
    var kinds: [String] { stored.withLock { $0 } }
    func reset() { stored.withLock { $0 = [] } }
    func observe(_ event: RequestEvent) { stored.withLock { $0.append(event.kind.name) } }
}

struct ObservedItem: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String
    static let log = KindLog()
    static let definition = Definition(path: "x")
    static let options = RequestOptions(observers: [log])
}
