import LoopbackServer
import TestSupport
import Testing

@testable import Endpoints

/// More attempts.
@Suite("Hostile: second round", .timeLimit(.minutes(2)), .serialized)
struct HostileSecondTests {
    @Test("A: user info that a method adds goes over plain http to another machine")
    func userInfoInTheClear() async throws {
        let auth = CustomAuth { request in request.url = URL(string: "http://user:s3cr3t@example.invalid/x") }
        let error = try await URLSession.fresh().failure(
            of: Visit<Getting>(), environment: URL(string: "http://example.invalid")!, auth: auth,
            options: RequestOptions(deadline: .seconds(10)))
        #expect(error.authenticationFault != nil, "\(error)")
        let shown = leaks("\(error) \(String(reflecting: error))")
        #expect(!shown)
    }

    @Test(
        "B: a blank Retry-After",
        arguments: ["Retry-After: \r\n", "Retry-After:\r\n", "Retry-After:  \r\n", "X-A:  \r\n"])
    func blankRetryAfter(line: String) async throws {
        let server = try LoopbackServer(replies: [
            .raw("HTTP/1.1 503 Busy\r\n\(line)Content-Length: 0\r\n\r\n", thenClose: false), Reply(body: "x"),
        ])
        let result = await URLSession.fresh().result(
            with: Item(name: "a"), environment: server.url,
            options: RequestOptions(deadline: .seconds(5), retryPolicy: .prompt))
        print("B", line.debugDescription, server.requestCount, result)
    }

    @Test("C: a method of authentication that makes a GET a POST")
    func methodChanges() async throws {
        let server = try LoopbackServer.immediate { _ in .close }
        let auth = CustomAuth { request in
            request.httpMethod = "POST"
            request.httpBody = Data("signed".utf8)
            request.setValue("s", forHTTPHeaderField: "X-Signature")
        }
        _ = await URLSession.fresh().result(
            with: Item(name: "a"), environment: server.url, auth: auth, options: RequestOptions(retryPolicy: .prompt))
        #expect(server.requests.map(\.method) != ["POST", "POST", "POST"])
    }

    @Test("D: the session is invalidated from within an observer", arguments: 0..<7)
    func invalidatingObserver(at number: Int) async throws {
        let server = try LoopbackServer.immediate { request in
            request.number == 0 ? Reply(status: 503) : Reply(body: "there")
        }
        let session = URLSession.fresh(connections: 1)
        let log = EventLog()
        let count = Locked(0)
        let observer = CallingObserver { _ in
            let now = count.withLock { value in
                defer { value += 1 }; return value
            }
            if now == number { session.invalidateAndCancel() }
        }
        let result = await session.result(
            with: Visit<Posting>(), environment: server.url,
            options: RequestOptions(
                deadline: .seconds(20), retryPolicy: .prompt, idempotencyKey: .generated, observers: [observer, log]))
        print("D", number, log.kinds.map(\.name), result)
        #expect(log.kinds.count { $0 == .failed || $0 == .succeeded } == 1)
    }

    @Test("E: observers, and what they hold, are let go of after a call, a refresh and a cancelled call")
    func observersLetGo() async throws {
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("good", "r2") }
            if request.path == "/items/silent" { return .silence }
            return request.bearer == "good" ? Reply(body: "in") : Reply(status: 401)
        }
        let url = server.url
        let session = URLSession.fresh()
        weak var weakObserver: KindLog?
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "bad", refreshToken: "r1")) { token in
            let answer = try await session.response(with: ExchangeToken(token: token), environment: url)
            return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
        }
        do {
            let observer = KindLog()
            weakObserver = observer
            _ = try await session.response(
                with: Item(name: "a"), environment: url, auth: auth, options: RequestOptions(observers: [observer]))
            let call = Task {
                await session.result(
                    with: Item(name: "silent"), environment: url, auth: auth,
                    options: RequestOptions(observers: [observer]))
            }
            _ = await server.requests(count: 4)
            call.cancel()
            _ = await call.value
        }
        try await Task.sleep(for: .milliseconds(500))
        #expect(weakObserver == nil)
    }

    @Test("F: many answers that are too large, zipped and in chunks, beside cancellations")
    func sizes() async throws {
        let server = try LoopbackServer(recording: false) { request in
            switch Int.random(in: 0..<4) {
            case 0: Reply(headers: [("Content-Encoding", "gzip")], body: Data.zippedMegabyte)
            case 1: Reply.chunked((0..<50).map { _ in Data(count: 2000) })
            case 2: .unfinished(length: 1 << 30, "begun")
            default: Reply(body: "small")
            }
        }
        let url = server.url
        let session = URLSession.fresh()
        let odd = Locked<[String]>([])
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1200 {
                if number >= 40 { await group.next() }
                group.addTask {
                    let call = Task {
                        await session.result(
                            with: Item(name: "\(number)"), environment: url,
                            options: RequestOptions(deadline: .seconds(30), maxResponseSize: 100))
                    }
                    if number % 5 == 0 {
                        try? await Task.sleep(for: .microseconds(Int.random(in: 0...5000)))
                        call.cancel()
                    }
                    let result = await call.value
                    if case .failure(let error) = result, error.faultName != "tooLarge", !error.isCancelled {
                        odd.withLock { $0.append("\(error)") }
                    }
                }
            }
        }
        #expect(odd.withLock { $0 } == [])
        for _ in 0..<50 where PlatformLoad.isHigh { try await Task.sleep(for: .milliseconds(100)) }
        #expect(!PlatformLoad.isHigh)
        try await Task.sleep(for: .milliseconds(500))
        print("F open", server.openConnections)
    }

    @Test("G: a presigned address that a redirect leads to is in the log")
    func presigned() async throws {
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let server = try LoopbackServer(replies: [.redirect(to: "\(target.url)/x?X-Amz-Signature=s3cr3t")])
        let lines = Locked<[String]>([])
        let observer = LogObserver { _, line in lines.withLock { $0.append(line) } }
        _ = try await URLSession.fresh().response(
            with: Visit<Getting>(), environment: server.url, options: RequestOptions(observers: [observer]))
        let leaking = lines.withLock { $0.filter(leaks) }
        #expect(leaking == [])
    }

    @Test("H: a thousand calls that are cancelled behind one that hangs leave nothing in the line")
    func cancelledLine() async throws {
        let session = URLSession.fresh(connections: 1)
        let server = try LoopbackServer(replies: [.silence])
        let url = server.url
        let first = Task { await session.result(with: Item(name: "a"), environment: url) }
        _ = await server.requests(count: 1)
        let calls = (0..<1000).map { number in
            Task { await session.result(with: Item(name: "\(number)"), environment: url) }
        }
        try await Task.sleep(for: .milliseconds(300))
        for call in calls { call.cancel() }
        for call in calls { _ = await call.value }
        #expect((session as? EndpointsSession)?.gate?.waitingCount == 0)
        first.cancel()
        _ = await first.value
        #expect((session as? EndpointsSession)?.gate?.waitingCount == 0)
    }

    @Test("I: an event told after the end, in a storm of calls that share a refresh and are cancelled")
    func eventsAfterEnd() async throws {
        let server = try LoopbackServer { request in
            if request.path == "/token" { try? await Task.sleep(for: .milliseconds(3)); return .tokens("good", "r2") }
            return Reply(status: 401)
        }
        let url = server.url
        let session = URLSession.fresh()
        let bad = Locked<[[String]]>([])
        for _ in 0..<30 {
            let auth = JWTAuth(initialTokens: TokenPair(accessToken: "bad", refreshToken: "r1")) { token in
                let answer = try await session.response(with: ExchangeToken(token: token), environment: url)
                return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
            }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        let log = KindLog()
                        let call = Task {
                            await session.result(
                                with: Item(name: "a"), environment: url, auth: auth,
                                options: RequestOptions(
                                    deadline: .milliseconds(Int.random(in: 1...30)), observers: [log]))
                        }
                        try? await Task.sleep(for: .microseconds(Int.random(in: 0...20_000)))
                        if Bool.random() { call.cancel() }
                        _ = await call.value
                        try? await Task.sleep(for: .milliseconds(10))
                        let kinds = log.kinds
                        if kinds.count(where: { $0 == "failed" }) != 1 || kinds.last != "failed" {
                            bad.withLock { $0.append(kinds) }
                        }
                    }
                }
            }
        }
        let found = bad.withLock { $0 }
        #expect(found.isEmpty, "\(found.count): \(found.prefix(3))")
    }

    @Test("J: a redirect to itself under each policy ends", arguments: [RedirectPolicy.follow, .sameOrigin, .never])
    func itself(policy: RedirectPolicy) async throws {
        let server = try LoopbackServer.immediate { request in .redirect(to: "", status: 307) }
        let result = await URLSession.fresh(connections: 1).result(
            with: Deliver<Posting>(body: Data("p".utf8)), environment: server.url,
            options: RequestOptions(
                deadline: .seconds(10), retryPolicy: .prompt, redirectPolicy: policy, idempotencyKey: .generated))
        print("J", policy, server.requestCount, result)
    }

    @Test(
        "K: a kept connection on which the server answers 408 and closes before the request came",
        arguments: [true, false])
    func unasked(isPost: Bool) async throws {
        let server = try LoopbackServer(replies: [
            Reply(
                steps: Reply(body: "one").steps + [
                    .send(Data("HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)),
                    .close,
                ]),
            Reply(body: "two"),
        ])
        let session = URLSession.fresh()
        _ = await session.result(with: Item(name: "a"), environment: server.url)
        await server.connectionsClosed(count: 1)
        let result =
            isPost
            ? await session.result(
                with: Order(name: "1", body: Data("p".utf8)), environment: server.url,
                options: RequestOptions(deadline: .seconds(10)))
            : await session.result(
                with: Item(name: "b"), environment: server.url, options: RequestOptions(deadline: .seconds(10)))
        print("K", isPost, result, server.requests.map(\.method))
    }

    @Test("L: a hidden or oversized key header name and odd idempotency options")
    func oddKeys() async throws {
        let server = try LoopbackServer.immediate { _ in .close }
        for key in [
            IdempotencyKey.key(" "), .key("\t"), .key("é"), .key("a\u{0}"), .generated(header: ""),
            .generated(header: "a b"), .generated(header: "Content-Length"), .generated(header: "Host"),
            .generated(header: "Content-Type"),
        ] {
            let before = server.requestCount
            let result = await URLSession.fresh().result(
                with: Order(name: "1", body: Data("p".utf8)), environment: server.url,
                options: RequestOptions(retryPolicy: .prompt, idempotencyKey: key))
            let sent = server.requests[before...]
            print(
                "L", key, sent.count,
                sent.first?.headers.filter { $0.name.lowercased().contains("key") || $0.name == "Host" } as Any,
                result.failure?.endpointFault as Any)
        }
    }
}
