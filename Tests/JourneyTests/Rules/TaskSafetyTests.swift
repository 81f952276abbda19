import Endpoints
import LoopbackServer
import Testing

/// What a caller can do to a task, and a session to its tasks, without a second request or a second end.
@Suite("Safety of tasks", .timeLimit(.minutes(5)))
struct TaskSafetyTests {
    private let session = URLSession.fresh()

    @Test("T-01 a task doesn't follow the redirect of a POST without a body", arguments: [307, 308], [true, false])
    func redirectedTask(status: Int, isReset: Bool) async throws {
        let server = try LoopbackServer.immediate { request in
            request.path == "/next" ? (isReset ? .reset : .close) : .redirect(to: "/next", status: status)
        }
        let error = await session.taskResult(of: Visit<Posting>(), at: server.url).failure
        #expect(error?.transportCode == .redirectNeedsBody)
        #expect(server.requests.map(\.path) == ["/a/b/start"])
    }

    @Test("T-01 a call follows the redirect of a POST without a body, and it arrives once", arguments: [true, false])
    func redirectedCall(isReset: Bool) async throws {
        let server = try LoopbackServer.immediate { request in
            if request.method == "GET" { return Reply(body: "well") }
            return request.path == "/next" ? (isReset ? .reset : .close) : .redirect(to: "/next", status: 307)
        }
        let error = try await session.failure(
            of: Visit<Posting>(), environment: server.url, options: RequestOptions(retryPolicy: .prompt))
        #expect(error.transportCode == .connectionLost)
        // What the platform would send again arrives before the answer to this.
        _ = try await session.response(with: Item(name: "a"), environment: server.url)
        #expect(server.requests.map(\.path) == ["/a/b/start", "/next", "/items/a"])
    }

    @Test("C-01 tasks that were made before their session ended send nothing afterwards, and end once each")
    func endedSession() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "well")])
        let other = URLSession.fresh()
        for round in 1...10 {
            let session = URLSession.fresh()
            let ends = Tally()
            let post = try session.endpointTask(with: Visit<Posting>(), environment: server.url) { result in
                #expect(result.failure != nil)
                ends.add()
            }
            let get = try session.endpointTask(with: Visit<Getting>(), environment: server.url) { result in
                #expect(result.failure != nil)
                ends.add()
            }
            session.invalidateAndCancel()
            post.resume()
            get.resume()
            await ends.wait(for: 2)
            _ = try await other.response(with: Item(name: "\(round)"), environment: server.url)
            #expect(ends.count == 2)
        }
        #expect(server.requests.map(\.path) == (1...10).map { "/items/\($0)" })
    }

    @Test("C-01 tasks that are cancelled before their start end once each, and those that aren't resumed never")
    func unresumed() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "well")])
        let (cancelled, unresumed) = (Tally(), Tally())
        for number in 0..<300 {
            let isCancelled = number.isMultiple(of: 2)
            let task = try session.endpointTask(with: Visit<Posting>(), environment: server.url) { result in
                #expect(result.failure?.isCase(.cancelled) == true)
                (isCancelled ? cancelled : unresumed).add()
            }
            if isCancelled { task.cancel() }
        }
        await cancelled.wait(for: 150)
        for number in 0..<20 {
            _ = try await session.response(with: Item(name: "\(number)"), environment: server.url)
        }
        #expect(cancelled.count == 150)
        #expect(unresumed.count == 0)
        #expect(server.requests.allSatisfy { $0.method == "GET" })
        #expect(server.connectionCount == 1)
    }

    @Test("K6 a task that its session is too late for tells its observers nothing but an end")
    func observersOfEndedSession() throws {
        session.invalidateAndCancel()
        let url = try #require(URL(string: "http://127.0.0.1:1"))
        #expect(throws: Watched.TaskError.self) {
            _ = try session.endpointTask(with: Watched(), environment: url) { _ in
                Issue.record("called for a task that doesn't exist")
            }
        }
        let kinds = Watched.log.kinds
        #expect(kinds.isEmpty || kinds.last == .failed)
        #expect(!kinds.contains(.sent))
    }
}

/// Has an observer.
private struct Watched: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let log = EventLog()
    static let definition = Definition(path: "watched")
    static let options = RequestOptions(observers: [log])
}
