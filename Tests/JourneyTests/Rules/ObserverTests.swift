import Endpoints
import LoopbackServer
import Testing

/// What an observer is told, in which order.
@Suite("Observers", .timeLimit(.minutes(5)))
struct ObserverTests {
    private typealias Kinds = [RequestEvent.Kind]

    private let session = URLSession.fresh()
    private let log = EventLog()

    private func options(retry: RetryPolicy? = nil) -> RequestOptions {
        RequestOptions(retryPolicy: retry, observers: [log])
    }

    /// All events are of one call, and their times don't run backwards.
    private func expectOneCall(
        attempts: [Int], endpoint: String = "Item", sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let events = log.events
        #expect(Set(events.map(\.callID)).count == 1, sourceLocation: sourceLocation)
        #expect(events.map(\.attempt) == attempts, sourceLocation: sourceLocation)
        #expect(events.allSatisfy { $0.endpoint == endpoint }, sourceLocation: sourceLocation)
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.elapsed <= $1.elapsed }, sourceLocation: sourceLocation)
    }

    @Test("R-01 a plain call is built, authenticated, sent, received, and succeeds")
    func plain() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "twelve bytes")])
        _ = try await session.response(with: Item(name: "a"), environment: server.url, options: options())
        #expect(log.kinds == [.built, .authenticated, .sent, .received, .succeeded])
        expectOneCall(attempts: [0, 1, 1, 1, 1])
        let received = try #require(log.events(.received).first)
        #expect(received.statusCode == 200)
        #expect(received.responseSize == 12)
        #expect((received.duration ?? .zero) > .zero)
        #expect(log.events.allSatisfy { $0.request?.urlRequest.url?.path == "/items/a" })
        #expect(log.events.allSatisfy { $0.failure == nil && $0.delay == nil && $0.reason == nil })
    }

    @Test("T-01 sizes are those of the bodies, after their coding is undone")
    func sizes() async throws {
        let small = try #require(Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJVyjPL8pJ0VEoSEzOTk0BACB1UxgTAAAA"))
        let server = try LoopbackServer(replies: [Reply(headers: [("Content-Encoding", "gzip")], body: small)])
        _ = try await session.response(
            with: Order(name: "1", body: Data(count: 1234)), environment: server.url, options: options())
        #expect(log.events(.sent).first?.requestSize == 1234)
        #expect(log.events(.received).first?.responseSize == 19)
    }

    @Test("T-01 two calls have two numbers, and each its own events")
    func twoCalls() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let url = server.url
        let options = options()
        await withTaskGroup(of: Void.self) { [session] group in
            for number in 0..<20 {
                group.addTask {
                    _ = await session.result(with: Item(name: "\(number)"), environment: url, options: options)
                }
            }
        }
        let calls = Dictionary(grouping: log.events, by: \.callID)
        #expect(calls.count == 20)
        for events in calls.values {
            #expect(events.map(\.kind) == [.built, .authenticated, .sent, .received, .succeeded])
            #expect(Set(events.compactMap { $0.request?.urlRequest.url }).count == 1)
        }
    }

    @Test("T-01 a retry tells its wait and its reason, and the attempts are numbered")
    func retry() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503), Reply(status: 503), Reply(body: "well")])
        let call = session.begin(
            Item(name: "a"), at: server.url, options: options(retry: .standard), on: LeapingClock())
        #expect(try await call.value.get() == "well")
        let attempt: Kinds = [.authenticated, .sent, .received]
        #expect(log.kinds == [.built] + attempt + [.retrying] + attempt + [.retrying] + attempt + [.succeeded])
        expectOneCall(attempts: [0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3])
        #expect(log.events(.retrying).map(\.delay) == [.seconds(2), .seconds(4)])
        #expect(log.events(.retrying).allSatisfy { $0.reason?.isEmpty == false })
        #expect(log.events(.received).map(\.statusCode) == [503, 503, 200])
    }

    @Test("T-01 a retry after a lost connection has no answer to tell of")
    func retryAfterLoss() async throws {
        let server = try LoopbackServer(replies: [.close, Reply(body: "well")])
        _ = try await session.response(with: Item(name: "a"), environment: server.url, options: options(retry: .prompt))
        #expect(
            log.kinds == [
                .built, .authenticated, .sent, .retrying, .authenticated, .sent, .received, .succeeded,
            ])
        expectOneCall(attempts: [0, 1, 1, 1, 2, 2, 2, 2])
    }

    @Test("X-03 a redirect is told with the request that it leads to")
    func redirected() async throws {
        let server = try LoopbackServer(replies: [
            .redirect(to: "/one"), .redirect(to: "/two"), Reply(body: "there"),
        ])
        _ = try await session.response(with: Item(name: "a"), environment: server.url, options: options())
        #expect(log.kinds == [.built, .authenticated, .sent, .redirected, .redirected, .received, .succeeded])
        #expect(log.events(.redirected).map { $0.request?.urlRequest.url?.path } == ["/one", "/two"])
        #expect(log.events(.received).first?.request?.urlRequest.url?.path == "/two")
        expectOneCall(attempts: [0, 1, 1, 1, 1, 1, 1])
    }

    @Test("T-01 all observers of a call are told, and the call's come before the endpoint's")
    func several() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let logs = (0..<3).map { _ in EventLog() }
        _ = try await session.response(
            with: Item(name: "a"), environment: server.url, options: RequestOptions(observers: logs))
        #expect(logs.map { $0.kinds.count } == [5, 5, 5])
        _ = try await session.response(with: Watched(), environment: server.url)
        let before = Watched.log.kinds.count
        #expect(before == 5)
        _ = try await session.response(with: Watched(), environment: server.url, options: options())
        #expect(log.kinds.count == 5)
        _ = try await session.response(
            with: Watched(), environment: server.url, options: RequestOptions(observers: []))
        #expect(Watched.log.kinds.count == before)
    }
}

/// Has an observer of its own.
private struct Watched: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let log = EventLog()
    static let definition = Definition(path: "watched")
    static let options = RequestOptions(observers: [log])
}
