import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// Which attempts are followed by another one, counted at the server.
@Suite("Retries", .timeLimit(.minutes(5)))
struct RetryTests {
    /// What a server does that is worth another attempt.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reply: Reply

        init(_ name: String, _ reply: Reply) {
            testDescription = name
            self.reply = reply
        }

        init(status: Int) {
            self.init("status \(status)", Reply(status: status))
        }

        static let transient: [Fault] =
            [
                Fault("closed without an answer", .close), Fault("reset without an answer", .reset),
                // A head that is cut off in an orderly way kills the process inside FoundationNetworking after a HEAD.
                Fault("reset in the head", Reply(steps: [.send(Data("HTTP/1.1 200 OK\r\nContent-Le".utf8)), .reset])),
            ] + [408, 425, 429, 500, 502, 503, 504, 505, 599].map { Fault(status: $0) }
    }

    private static let options = RequestOptions(retryPolicy: .prompt)

    private let session = URLSession.fresh()

    @Test(
        "T-01 a method that may be repeated arrives three times with two retries", arguments: MethodRow.repeatable,
        Fault.transient)
    func repeated(row: MethodRow, fault: Fault) async throws {
        let server = try LoopbackServer(replies: [fault.reply])
        let error = try #require(await row.send(session, server.url, Self.options))
        #expect(server.requestCount == 3)
        #expect(error.context?.attempts.count == 3)
        #expect(Set(server.requests.map { $0.method + $0.target + $0.bodyText }).count == 1)
    }

    @Test("T-01 POST and PATCH without a key arrive once", arguments: MethodRow.harmful, Fault.transient)
    func once(row: MethodRow, fault: Fault) async throws {
        let server = try LoopbackServer(replies: [fault.reply])
        let error = try #require(await row.send(session, server.url, Self.options))
        #expect(server.requestCount == 1)
        #expect(error.context?.attempts.count == 1)
    }

    @Test("T-01 POST and PATCH with a key arrive three times", arguments: MethodRow.harmful, Fault.transient)
    func keyed(row: MethodRow, fault: Fault) async throws {
        let server = try LoopbackServer(replies: [fault.reply])
        let options = RequestOptions(retryPolicy: .prompt, idempotencyKey: .generated)
        let error = try #require(await row.send(session, server.url, options))
        #expect(server.requestCount == 3)
        #expect(error.context?.attempts.count == 3)
        #expect(Set(server.requests.map { $0.header("Idempotency-Key") }).count == 1)
    }

    @Test(
        "T-01 POST and PATCH arrive three times when the policy says that they may", arguments: MethodRow.harmful,
        Fault.transient)
    func optedIn(row: MethodRow, fault: Fault) async throws {
        let server = try LoopbackServer(replies: [fault.reply])
        var policy = RetryPolicy.prompt
        policy.retriesNonIdempotentRequests = true
        _ = try #require(await row.send(session, server.url, RequestOptions(retryPolicy: policy)))
        #expect(server.requestCount == 3)
    }

    @Test("T-01 a predicate makes no POST repeatable", arguments: MethodRow.harmful)
    func predicateAndPost(row: MethodRow) async throws {
        let server = try LoopbackServer(replies: [.close])
        var policy = RetryPolicy.prompt
        policy.shouldRetry = { _ in true }
        _ = try #require(await row.send(session, server.url, RequestOptions(retryPolicy: policy)))
        #expect(server.requestCount == 1)
    }

    @Test("T-01 a body that breaks off is fetched again, and the whole one is the response")
    func brokenBody() async throws {
        let server = try LoopbackServer(replies: [
            .truncated, .streamed(["part", .reset, "rest"]), Reply(body: "whole"),
        ])
        let answer = try await session.endpointResponse(
            with: Item(name: "a"), environment: server.url, options: Self.options)
        #expect(answer.value == "whole")
        #expect(answer.attempts == 3)
        #expect(server.requestCount == 3)
    }

    @Test("T-01 a port that refuses is tried three times for GET and once for POST")
    func refused() async throws {
        let port = try ClosedPort()
        defer { withExtendedLifetime(port) {} }
        let get = await MethodRow(Getting.self).send(session, port.url, Self.options)
        #expect(get?.transportCode == .cannotConnect)
        #expect(get?.context?.attempts.count == 3)
        let post = await MethodRow(withBody: Posting.self).send(session, port.url, Self.options)
        #expect(post?.transportCode == .cannotConnect)
        #expect(post?.context?.attempts.count == 1)
    }

    @Test(
        "T-01 a refusal that another attempt won't change is final (S2-13)",
        arguments: [400, 401, 403, 404, 405, 409, 410, 412, 413, 422, 451, 501])
    func finalStatus(status: Int) async throws {
        let server = try LoopbackServer(replies: [Reply(status: status), Reply(body: "never")])
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, options: Self.options)
        #expect(error.statusCode == status)
        #expect(server.requestCount == 1)
    }

    @Test("T-01 a body that can't be decoded is not fetched again (S2-13)")
    func undecodable() async throws {
        let server = try LoopbackServer(replies: [.json("nonsense"), .json(#"{"name":"never"}"#)])
        let error = try await session.failure(of: Named(), environment: server.url, options: Self.options)
        #expect(error.faultName == "undecodableBody")
        #expect(server.requestCount == 1)
    }

    @Test("T-01 a 503 whose reason can't be read is a 503 all the same")
    func undecodableRefusal() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503, body: "<html>"), Reply(body: "well")])
        let text = try await session.response(with: Problem(), environment: server.url, options: Self.options)
        #expect(text == "well")
        #expect(server.requestCount == 2)
    }

    @Test("T-01 nothing is repeated unless a policy says so", arguments: [nil, RequestOptions(retryPolicy: .never)])
    func never(options: RequestOptions?) async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503), Reply(body: "never")])
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, options: options)
        #expect(error.statusCode == 503)
        #expect(server.requestCount == 1)
    }

    @Test("T-01 the error is the last attempt's and carries all of them")
    func attempts() async throws {
        // On a kept connection the platform would repeat a GET by itself.
        let server = try LoopbackServer(replies: [
            Reply(status: 503, headers: [("Connection", "close")]), .close, Reply(status: 429, body: "slow down"),
        ])
        let error = try await session.failure(of: Item(name: "a"), environment: server.url, options: Self.options)
        #expect(error.statusCode == 429)
        #expect(error.body == Data("slow down".utf8))
        #expect(error.context?.attempts.map(\.statusCode) == [503, nil, 429])
        #expect(error.isRetryable)
    }

    @Test("T-01 a cookie that a refusal sets goes along with the retry")
    func cookie() async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: 503, headers: [("Set-Cookie", "route=7; Path=/")]), Reply(body: "well"),
        ])
        _ = try await session.response(with: Item(name: "a"), environment: server.url, options: Self.options)
        #expect(server.requests.map { $0.header("Cookie") } == [nil, "route=7"])
    }

    @Test("T-01 an attempt that took too long is followed by another one (S2-12)")
    func timeout() async throws {
        let server = try LoopbackServer(replies: [.silence, Reply(body: "well")])
        let answer = try await session.endpointResponse(
            with: Item(name: "a"), environment: server.url,
            options: RequestOptions(
                timeout: .seconds(1), retryPolicy: RetryPolicy(maxRetries: 20, baseDelay: .zero)))
        #expect(answer.value == "well")
        #expect(answer.attempts >= 2)
    }
}

/// Fetches an object.
private struct Named: Endpoint {
    typealias Server = LoopbackSite

    struct Response: Decodable, Sendable {
        var name: String
    }

    static let definition = Definition(path: "named")
}
