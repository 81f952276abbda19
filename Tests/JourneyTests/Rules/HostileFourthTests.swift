import LoopbackServer
import TestSupport
import Testing

@testable import Endpoints

/// Last attempts.
@Suite("Hostile: fourth round", .timeLimit(.minutes(1)), .serialized)
struct HostileFourthTests {
    @Test(
        "A: a session's own credentials go over plain http to another machine",
        arguments: ["Authorization", "X-API-Key"])
    func sessionHeaderInTheClear(name: String) async throws {
        let session = URLSession.fresh { $0.httpAdditionalHeaders = [name: "s3cr3t"] }
        let error = try await session.failure(
            of: Visit<Getting>(), environment: URL(string: "http://example.invalid")!,
            options: RequestOptions(deadline: .seconds(10)))
        #expect(error.authenticationFault != nil, "\(error)")
    }

    @Test("B: an observer's task counts as part of the refresh: what it does with its tokens is told of the call")
    func inheritedNote() async throws {
        let server = try LoopbackServer.immediate { request in
            if request.path == "/token" { return .tokens("good", "r2") }
            return request.bearer == "good" ? Reply(body: "in") : Reply(status: 401)
        }
        let url = server.url
        let session = URLSession.fresh()
        let other = JWTAuth(initialTokens: TokenPair(accessToken: "bad", refreshToken: "o1")) { token in
            let answer = try await session.response(with: ExchangeToken(token: token), environment: url)
            return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
        }
        let tasks = Locked<[Task<Void, Never>]>([])
        let gate = Gate()
        // Tells of the refresh of the first account, and sends something with another account, unobserved.
        let observer = CallingObserver { event in
            guard event.kind == .built else { return }
            let task = Task {
                _ = await session.result(with: Item(name: "metrics"), environment: url, auth: other)
                gate.open()
            }
            tasks.withLock { $0.append(task) }
        }
        let log = EventLog()
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "bad", refreshToken: "r1")) { token in
            let answer = try await session.response(
                with: ExchangeToken(token: token), environment: url, options: RequestOptions(observers: [observer]))
            await gate.wait()
            return TokenPair(accessToken: answer.access, refreshToken: answer.refresh)
        }
        _ = await session.result(
            with: Item(name: "a"), environment: url, auth: auth, options: RequestOptions(observers: [log]))
        for task in tasks.withLock({ $0 }) { await task.value }
        #expect(log.kinds.count { $0 == .refreshed } == 1, "\(log.kinds)")
    }

    @Test(
        "C: awkward addresses of redirects end in a typed error or a sane request",
        arguments: [
            "http:///x", "?y", "%", "http://127.0.0.1:PORT\\@example.invalid/", "//example.invalid:0/",
            "http://127.0.0.1:PORT:80/", "http://127.0.0.1:99999/",
            "http://[::1/", "javascript:1", "/a b\u{7F}c", "http://user:s3cr3t@127.0.0.1:PORT/x",
            "HTTP://127.0.0.1:PORT/x#?key=s3cr3t",
        ])
    func locations(text: String) async throws {
        let server = try LoopbackServer.immediate { request in
            let port = request.header("Host")?.split(separator: ":").last ?? ""
            return request.number == 0
                ? .redirect(to: text.replacingOccurrences(of: "PORT", with: port)) : Reply(body: "there")
        }
        let result = await URLSession.fresh(connections: 1).result(
            with: Visit<Getting>(), environment: server.url, auth: .bearer("s3cr3t"),
            options: RequestOptions(deadline: .seconds(8)))
        let told = "\(result)"
        print(
            "C", text, "->", told.prefix(230),
            server.requests.dropFirst().map { "\($0.target) \($0.header("Host") ?? "")" })
    }

    @Test("D: a call through a gate after 200 redirects to closed ports and odd addresses still gets its place")
    func placesAfterFailures() async throws {
        let server = try LoopbackServer.immediate { request in
            request.path == "/items/last"
                ? Reply(body: "last")
                : .redirect(to: ["http://127.0.0.1:1/x", "http://[::1/", "/loop", "ftp://x/"][request.number % 4])
        }
        let session = URLSession.fresh(connections: 1)
        let url = server.url
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    _ = await session.result(
                        with: Item(name: "\(number)"), environment: url,
                        options: RequestOptions(timeout: .seconds(20), maxResponseSize: 0))
                }
            }
        }
        #expect(
            try await session.response(
                with: Item(name: "last"), environment: url, options: RequestOptions(deadline: .seconds(10))) == "last")
    }
}
