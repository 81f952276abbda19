import LoopbackServer
import TestSupport
import Testing

@testable import Endpoints

/// Tasks, streams, and what is left of them.
@Suite("Hostile: third round", .timeLimit(.minutes(2)), .serialized)
struct HostileThirdTests {
    private static func descriptors() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? -1
    }

    @Test(
        "A: a task's POST without a body that a 307 leads along the same connection, which ends",
        arguments: [true, false])
    func redirectedTask(isReset: Bool) async throws {
        for round in 0..<5 {
            let server = try LoopbackServer.immediate { request in
                request.path == "/next" ? (isReset ? .reset : .close) : .redirect(to: "/next", status: 307)
            }
            let session = URLSession.fresh()
            let result = await session.taskResult(of: Visit<Posting>(), at: server.url)
            try await Task.sleep(for: .milliseconds(100))
            let seen = server.requests.map { "\($0.method) \($0.path) by \($0.connection)" }
            #expect(server.requests.count { $0.path == "/next" } == 1, "round \(round): \(seen) \(result)")
        }
    }

    @Test("A2: the same by a call")
    func redirectedCall() async throws {
        let server = try LoopbackServer.immediate { request in
            request.path == "/next" ? .close : .redirect(to: "/next", status: 307)
        }
        _ = await URLSession.fresh().result(with: Visit<Posting>(), environment: server.url)
        #expect(server.requests.count { $0.path == "/next" } == 1)
    }

    @Test("B: a task that was made before its session ended sends nothing afterwards", arguments: 0..<10)
    func endedTask(round: Int) async throws {
        let server = try LoopbackServer(replies: [Reply(body: "x")])
        let session = URLSession.fresh()
        let ends = Locked(0)
        let task = try session.endpointTask(with: Visit<Posting>(), environment: server.url) { _ in
            ends.withLock { $0 += 1 }
        }
        let get = try session.endpointTask(with: Visit<Getting>(), environment: server.url) { _ in
            ends.withLock { $0 += 1 }
        }
        session.invalidateAndCancel()
        task.resume()
        get.resume()
        try await Task.sleep(for: .milliseconds(100))
        #expect(ends.withLock { $0 } == 2)
        #expect(server.requestCount == 0, "\(server.requests.map(\.method))")
    }

    @Test("C: tasks that are never resumed, or cancelled before, leave no descriptors; the cancelled ones end once")
    func unresumed() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "x")])
        let session = URLSession.fresh()
        let before = Self.descriptors()
        let ends = Locked(0)
        for number in 0..<300 {
            let task = try session.endpointTask(with: Visit<Posting>(), environment: server.url) { _ in
                ends.withLock { $0 += 1 }
            }
            if number.isMultiple(of: 2) { task.cancel() }
        }
        try await Task.sleep(for: .seconds(1))
        print("C fds", before, Self.descriptors(), "ends", ends.withLock { $0 })
        #expect(ends.withLock { $0 } == 150)
        #expect(Self.descriptors() <= before + 10)
        session.invalidateAndCancel()
        try await Task.sleep(for: .seconds(1))
        print("C fds after invalidation", Self.descriptors(), "ends", ends.withLock { $0 })
        #expect(ends.withLock { $0 } == 300)
    }

    @Test("D: a method that gives the body as a stream, with and without a key, is sent once")
    func stream() async throws {
        let server = try LoopbackServer.immediate { request in request.method == "GET" ? Reply(body: "kept") : .close }
        let auth = CustomAuth { request in
            let data = request.httpBody ?? Data()
            request.httpBody = nil
            request.httpBodyStream = InputStream(data: data)
        }
        let session = URLSession.fresh()
        for _ in 0..<3 {
            _ = await session.result(with: Item(name: "a"), environment: server.url)
            let result = await session.result(
                with: Order(name: "1", body: Data("parcel".utf8)), environment: server.url, auth: auth,
                options: RequestOptions(deadline: .seconds(10), retryPolicy: .prompt, idempotencyKey: .generated))
            print(
                "D", result.failure?.transportCode as Any,
                server.requests.filter { $0.method == "POST" }.map {
                    "\($0.header("Idempotency-Key")?.prefix(4) ?? "") \($0.bodyText)"
                })
        }
    }

    @Test("E: sessions that end while the platform unpacks leave the platform's load at nothing")
    func load() async throws {
        let server = try LoopbackServer(replies: [
            Reply(headers: [("Content-Encoding", "gzip")], body: Data.zippedMegabyte)
        ])
        for _ in 0..<60 {
            let session = URLSession.fresh()
            _ = await session.result(
                with: Item(name: "a"), environment: server.url,
                options: RequestOptions(deadline: .seconds(10), maxResponseSize: 10))
            session.invalidateAndCancel()
        }
        try await Task.sleep(for: .seconds(2))
        #expect(!PlatformLoad.isHigh)
    }

    @Test("G: a POST without a key on kept connections that end at any moment, 600 of them", arguments: [true, false])
    func once(hasBody: Bool) async throws {
        let server = try LoopbackServer { request in
            if request.method == "GET" { return Reply(body: "kept") }
            try? await Task.sleep(for: .microseconds(Int.random(in: 0...500)))
            switch Int.random(in: 0..<5) {
            case 0: return .close
            case 1: return .reset
            case 2: return Reply(steps: Reply(body: "x").steps + [.close])
            case 3: return Reply(status: 503)
            default: return Reply(body: "x")
            }
        }
        let url = server.url
        let session = URLSession.fresh(connections: 4)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<600 {
                if number >= 20 { await group.next() }
                group.addTask {
                    let body = hasBody ? Data(count: Int.random(in: 1...200_000)) : Data()
                    _ = await session.result(
                        with: Order(name: "\(number)", body: body), environment: url,
                        options: RequestOptions(deadline: .seconds(30), retryPolicy: .prompt))
                    _ = await session.result(
                        with: Item(name: "\(number)"), environment: url, options: RequestOptions(deadline: .seconds(30))
                    )
                }
            }
        }
        let posts = server.requests.filter { $0.method == "POST" }.map(\.path)
        #expect(posts.count == Set(posts).count)
        print("G", posts.count)
    }

    @Test("H: what the end of a line costs: the duration of an attempt counts its wait for a connection")
    func waitsInDuration() async throws {
        let server = try LoopbackServer { _ in
            try? await Task.sleep(for: .milliseconds(300)); return Reply(body: "x")
        }
        let session = URLSession.fresh(connections: 1)
        let url = server.url
        let log = EventLog()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<3 {
                group.addTask {
                    _ = await session.result(
                        with: Item(name: "a"), environment: url,
                        options: RequestOptions(timeout: .milliseconds(900), observers: [log]))
                }
            }
        }
        print(
            "H durations", log.events(.received).map { $0.duration?.milliseconds ?? "" }, "sent at",
            log.events(.sent).map(\.elapsed.milliseconds))
    }
}
