import Endpoints
import LoopbackServer
import Testing

/// How a policy spreads its attempts, and which policy holds.
@Suite("Retry policies", .timeLimit(.minutes(5)))
struct RetryPolicyTests {
    private let session = URLSession.fresh()

    @Test(
        "T-05 no value of a policy crashes anything, and no wait exceeds the limit",
        arguments: [0, 1, 2, -1, 1e300, .nan, .infinity, -.infinity] as [Double],
        [.zero, .seconds(-1), .nanoseconds(1), .seconds(2), .seconds(Int64.max), .seconds(Int64.min)] as [Duration])
    func extremes(multiplier: Double, base: Duration) {
        for limit in [.zero, .seconds(-1), .seconds(30), .seconds(Int64.max)] as [Duration] {
            for jitter in [RetryPolicy.Jitter.none, .full] {
                let policy = RetryPolicy(
                    maxRetries: 5, baseDelay: base, multiplier: multiplier, maxDelay: limit, jitter: jitter)
                for number in [1, 2, 5, 1000, Int.max, 0, -1] {
                    let delay = policy.delay(beforeRetry: number)
                    #expect(delay >= .zero && delay <= max(.zero, limit))
                }
            }
        }
    }

    @Test("T-05 less than no retries are none", arguments: [0, -1, Int.min])
    func noRetries(number: Int) async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        let options = RequestOptions(retryPolicy: RetryPolicy(maxRetries: number, baseDelay: .zero))
        _ = try await session.failure(of: Item(name: "a"), environment: server.url, options: options)
        #expect(server.requestCount == 1)
    }

    @Test("T-05 as many retries as an integer holds end with the first success")
    func manyRetries() async throws {
        let server = try LoopbackServer.immediate { Reply(status: $0.number < 50 ? 503 : 200, body: "well") }
        let options = RequestOptions(retryPolicy: RetryPolicy(maxRetries: .max, baseDelay: .zero))
        let answer = try await session.endpointResponse(
            with: Item(name: "a"), environment: server.url, options: options)
        #expect(answer.attempts == 51)
    }

    @Test("T-05 full jitter takes waits from all of the range")
    func spread() {
        let policy = RetryPolicy(
            maxRetries: 1, baseDelay: .seconds(8), jitter: .full(using: SeededGenerator(seed: 1)))
        let waits = (0..<400).map { _ in policy.delay(beforeRetry: 1) }
        for quarter in 0..<4 {
            let range = Duration.seconds(quarter * 2)..<Duration.seconds(quarter * 2 + 2)
            #expect(waits.count { range.contains($0) } > 50)
        }
    }

    @Test("T-04 a predicate is asked about each failure with its answer, once")
    func predicate() async throws {
        let seen = Locked<[Int?]>([])
        let policy = RetryPolicy(maxRetries: 2, baseDelay: .zero) { failure in
            seen.withLock { $0.append(failure.statusCode) }
            return true
        }
        let server = try LoopbackServer(replies: [
            Reply(status: 503), Reply(status: 404, headers: [("Connection", "close")]), .close,
        ])
        let error = try await session.failure(
            of: Item(name: "a"), environment: server.url, options: RequestOptions(retryPolicy: policy))
        #expect(error.transportCode == .connectionLost)
        #expect(seen.withLock { $0.prefix(2).map { $0 } } == [503, 404])
        #expect(seen.withLock(\.count) <= 3)
    }

    @Test("T-01 the session's own limit of idleness is worth another attempt (S2-12)")
    func sessionLimit() async throws {
        let session = URLSession.fresh { $0.timeoutIntervalForRequest = 1 }
        let server = try LoopbackServer(replies: [.silence, Reply(body: "well")])
        let policy = RetryPolicy(maxRetries: 20, baseDelay: .zero)
        let answer = try await session.endpointResponse(
            with: Item(name: "a"), environment: server.url, options: RequestOptions(retryPolicy: policy))
        #expect(answer.value == "well")
        #expect(answer.attempts >= 2)
    }

    @Test("T-01 the standard policy waits 2 s and 4 s (S2-10, S2-11, S2-31)")
    func standard() async throws {
        let clock = LeapingClock()
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        let call = session.begin(
            Item(name: "a"), at: server.url, options: RequestOptions(retryPolicy: .standard), on: clock)
        #expect(await call.value.failure?.statusCode == 503)
        #expect(server.requestCount == 3)
        #expect(clock.waits == [.seconds(2), .seconds(4)])
    }

    @Test("T-01 the waits of a custom policy grow by its multiplier up to its cap")
    func custom() async throws {
        let clock = LeapingClock()
        let server = try LoopbackServer(replies: [.close])
        let policy = RetryPolicy(
            maxRetries: 4, baseDelay: .seconds(1), multiplier: 3, maxDelay: .seconds(5), jitter: .none)
        let call = session.begin(
            Item(name: "a"), at: server.url, options: RequestOptions(retryPolicy: policy), on: clock)
        #expect(await call.value.failure?.transportCode == .connectionLost)
        #expect(server.requestCount == 5)
        #expect(clock.waits == [.seconds(1), .seconds(3), .seconds(5), .seconds(5)])
    }

    @Test("T-05 full jitter with a seed gives the same waits again, none beyond its limit")
    func jitter() async throws {
        var runs: [[Duration]] = []
        for seed in [7, 7, 8] as [UInt64] {
            let clock = LeapingClock()
            let server = try LoopbackServer(replies: [Reply(status: 503)])
            let policy = RetryPolicy(
                maxRetries: 6, baseDelay: .seconds(1), maxDelay: .seconds(10),
                jitter: .full(using: SeededGenerator(seed: seed)))
            let call = session.begin(
                Item(name: "a"), at: server.url, options: RequestOptions(retryPolicy: policy), on: clock)
            #expect(await call.value.failure?.statusCode == 503)
            runs.append(clock.waits)
        }
        #expect(runs[0].count == 6)
        #expect(runs[0] == runs[1])
        #expect(runs[0] != runs[2])
        for (wait, limit) in zip(runs[0], [1, 2, 4, 8, 10, 10]) {
            #expect(wait >= .zero && wait <= .seconds(limit))
        }
    }

    @Test("T-01 statuses and a predicate of the policy's own decide")
    func ownStatuses() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 404), Reply(status: 503), Reply(body: "never")])
        let byStatus = RequestOptions(retryPolicy: RetryPolicy(maxRetries: 2, baseDelay: .zero, statusCodes: [404]))
        let first = try await session.failure(of: Item(name: "a"), environment: server.url, options: byStatus)
        #expect(first.statusCode == 503)
        #expect(server.requestCount == 2)
        let other = try LoopbackServer(replies: [Reply(status: 404), Reply(status: 503), Reply(body: "never")])
        let policy = RetryPolicy(maxRetries: 2, baseDelay: .zero, shouldRetry: { $0.statusCode == 404 })
        let second = try await session.failure(
            of: Item(name: "a"), environment: other.url, options: RequestOptions(retryPolicy: policy))
        #expect(second.statusCode == 503)
        #expect(other.requestCount == 2)
    }

    @Test("T-01 the call's policy comes before the endpoint's, and that one before the server's")
    func levels() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        _ = try await session.failure(of: Persistent<UnsetLevel>(), environment: server.url)
        #expect(server.requestCount == 2)
        _ = try await session.failure(of: Persistent<SetLevel>(), environment: server.url)
        #expect(server.requestCount == 2 + 3)
        _ = try await session.failure(
            of: Persistent<SetLevel>(), environment: server.url, options: RequestOptions(retryPolicy: .never))
        #expect(server.requestCount == 2 + 3 + 1)
    }
}

/// A server that allows one retry.
private struct PersistentSite: ServerDefinition {
    typealias Environments = URL

    static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
    static let options = RequestOptions(retryPolicy: RetryPolicy(maxRetries: 1, baseDelay: .zero))
}

/// The options of an endpoint as a type.
private protocol Level: Sendable {
    static var options: RequestOptions { get }
}

private enum UnsetLevel: Level {
    static let options = RequestOptions(timeout: .seconds(60))
}

private enum SetLevel: Level {
    static let options = RequestOptions(retryPolicy: .prompt)
}

/// Fetches a text with options of its own.
private struct Persistent<Options: Level>: Endpoint {
    typealias Server = PersistentSite
    typealias Response = String

    static var definition: Definition { Definition(path: "persistent") }
    static var options: RequestOptions { Options.options }
}
