import Endpoints
import LoopbackServer
import Testing

/// What of an endpoint's options holds for a task.
@Suite("Options of tasks", .timeLimit(.minutes(5)))
struct TaskOptionsTests {
    private let session = URLSession.fresh()

    @Test("T-01 a task is one attempt, whatever the policy of its endpoint")
    func oneAttempt() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        let error = await session.taskResult(of: Tasked(name: "a"), at: server.url).failure
        #expect(error?.statusCode == 503)
        let other = try LoopbackServer(replies: [.close])
        let lost = await session.taskResult(of: Tasked(name: "a"), at: other.url).failure
        #expect(lost?.transportCode == .connectionLost)
        #expect(server.requestCount == 1)
        #expect(other.requestCount == 1)
    }

    @Test("T-02 a task sends the key of its endpoint")
    func key() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        for _ in 0..<2 { _ = await session.taskResult(of: Tasked(name: "a"), at: server.url) }
        let keys = server.requests.map { $0.headerValues("Idempotency-Key") }
        #expect(keys.map(\.count) == [1, 1])
        #expect(Set(keys).count == 2)
    }

    @Test("S-01 a task ends with an answer that is too large, and so does its connection", arguments: [true, false])
    func size(isDeclared: Bool) async throws {
        // Nothing else ends the transfer within the time of the test.
        let session = URLSession.fresh { $0.timeoutIntervalForRequest = 100_000 }
        let server = try LoopbackServer(replies: [
            isDeclared ? .unfinished(length: 1 << 30) : .unfinished(chunks: [Data(count: 200)])
        ])
        let error = await session.taskResult(of: Tasked(name: "a"), at: server.url).failure
        #expect(error?.faultName == "tooLarge")
        await server.connectionsClosed(count: 1)
        #expect(server.openConnections == 0)
    }

    @Test("X-03 a task follows the redirects that its endpoint's policy allows")
    func redirects() async throws {
        let target = try LoopbackServer(replies: [Reply(body: "never")])
        let origin = try LoopbackServer(replies: [.redirect(to: target.url.absoluteString + "/next", status: 303)])
        let foreign = await session.taskResult(of: Tasked(name: "a"), at: origin.url).failure
        #expect(foreign?.transportCode == .foreignRedirect)
        #expect(target.requestCount == 0)
        let server = try LoopbackServer(replies: [.redirect(to: "/next", status: 303), Reply(body: "there")])
        #expect(try await session.taskResult(of: Tasked(name: "a"), at: server.url).get() == "there")
        #expect(server.requests.map(\.method) == ["POST", "GET"])
    }

    @Test("C-01 a task that is cancelled ends once, by that")
    func cancelled() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let held = Later<URLSessionDataTask>()
        let url = server.url
        let call = Task { [session] in
            await session.taskResult(of: Tasked(name: "a"), at: url) { held.value = $0 }
        }
        _ = await server.requests(count: 1)
        while held.value == nil { await Task.yield() }
        held.value?.cancel()
        #expect(await call.value.failure?.isCase(.cancelled) == true)
        #expect(server.requestCount == 1)
    }

    @Test("T-01 a task's observers are told")
    func observers() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok"), Reply(status: 404)])
        _ = await session.taskResult(of: Told(), at: server.url)
        _ = await session.taskResult(of: Told(), at: server.url)
        let calls = Dictionary(grouping: Told.log.events, by: \.callID).values.sorted { $0[0].callID < $1[0].callID }
        #expect(calls.map(\.count).allSatisfy { $0 >= 3 })
        #expect(calls.map { $0.last?.kind } == [.succeeded, .failed])
    }
}

/// Declares every option that may hold for a task.
private struct Tasked: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(method: .post, path: "tasked/\(\.name)")
    static let options = RequestOptions(
        retryPolicy: .prompt, redirectPolicy: .sameOrigin, idempotencyKey: .generated, maxResponseSize: 100)

    var name: String
}

/// Has an observer.
private struct Told: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let log = EventLog()
    static let definition = Definition(path: "told")
    static let options = RequestOptions(observers: [log])
}
