import LoopbackServer
import TestSupport
import Testing

@testable import Endpoints

/// Ends the process: FoundationNetworking's fatal error “Received callback for HTTP redirection, but we're not waiting for it”.
@Suite("Hostile: crash", .timeLimit(.minutes(2)), .serialized)
struct HostileCrashTests {
    /// How a call ends while a redirect arrives.
    enum End: CaseIterable { case cancelled, timeout, deadline }

    @Test("A: a call that ends while a redirect arrives", arguments: End.allCases)
    func redirectMeetsEnd(end: End) async throws {
        let server = try LoopbackServer.immediate(recording: false) { _ in .redirect(to: "/next", status: 307) }
        let url = server.url
        let session = URLSession.fresh(connections: 8)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<6000 {
                if number >= 32 { await group.next() }
                group.addTask {
                    let limit = Duration.microseconds(Int.random(in: 200...6000))
                    let options = RequestOptions(
                        timeout: end == .timeout ? limit : nil, deadline: end == .deadline ? limit : nil)
                    let call = Task { await session.result(with: Item(name: "a"), environment: url, options: options) }
                    if end == .cancelled {
                        try? await Task.sleep(for: limit)
                        call.cancel()
                    }
                    _ = await call.value
                }
            }
        }
    }

    @Test("B: a task that is cancelled while a redirect arrives")
    func redirectMeetsTaskCancel() async throws {
        let server = try LoopbackServer.immediate(recording: false) { _ in .redirect(to: "/next", status: 307) }
        let url = server.url
        let session = URLSession.fresh(connections: 8)
        for _ in 0..<2000 {
            _ = await session.taskResult(of: Visit<Getting>(), at: url) { task in
                DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(Int.random(in: 100...3000))) {
                    task.cancel()
                }
            }
        }
    }

    @Test("C: a session that is invalidated while redirects arrive")
    func redirectMeetsInvalidation() async throws {
        let server = try LoopbackServer.immediate(recording: false) { _ in .redirect(to: "/next", status: 307) }
        let url = server.url
        for _ in 0..<300 {
            let session = URLSession.fresh(connections: 8)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<16 { group.addTask { _ = await session.result(with: Item(name: "a"), environment: url) } }
                try? await Task.sleep(for: .microseconds(Int.random(in: 200...5000)))
                session.invalidateAndCancel()
            }
        }
    }

    @Test("D: a call that ends while a challenge arrives, or while a kept connection is lost", arguments: [0, 1, 2])
    func otherMoments(kind: Int) async throws {
        let server = try LoopbackServer.immediate(recording: false) { request in
            switch kind {
            case 0: Reply(status: 401, headers: [("WWW-Authenticate", "Basic realm=x")], body: "no")
            case 1: request.method == "GET" ? Reply(body: "kept") : .close
            default: Reply(headers: [("Content-Encoding", "gzip")], body: Data.zippedMegabyte)
            }
        }
        let url = server.url
        let session = URLSession.fresh(connections: 8)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<5000 {
                if number >= 32 { await group.next() }
                group.addTask {
                    let call = Task {
                        if kind == 1, number % 2 == 0 {
                            _ = await session.result(with: Order(name: "1", body: Data("p".utf8)), environment: url)
                        } else {
                            _ = await session.result(
                                with: Item(name: "a"), environment: url,
                                options: RequestOptions(maxResponseSize: kind == 2 ? 1000 : nil))
                        }
                    }
                    try? await Task.sleep(for: .microseconds(Int.random(in: 100...5000)))
                    call.cancel()
                    await call.value
                }
            }
        }
    }
}
