import Testing

@testable import Endpoints

@Suite("RetryPolicy decides", .timeLimit(.minutes(5)))
struct RetryPolicyTests {
    private typealias Failure = EndpointTaskError<EmptyResponse>

    private static let now = Date(timeIntervalSince1970: 784_111_767)

    private func refusal(_ status: Int, _ headers: [String: String] = [:]) throws -> Failure {
        let response = try #require(
            HTTPURLResponse(
                url: url("https://api.example.com"), statusCode: status, httpVersion: nil, headerFields: headers))
        let context = CallJournal(of: OpenItem.self, URLRequest(url: url("https://api.example.com")))
            .context(last: nil, status: status, outcome: "refused")
        return .errorResponse(EmptyResponse(), Received(httpResponse: response, body: Data(), context: context))
    }

    private func decide(
        _ failure: Failure, by policy: RetryPolicy = .standard, retries: Int = 0, isRepeatable: Bool = true
    ) -> RetryDecision {
        policy.decide(about: failure, retries: retries, isRepeatable: isRepeatable, at: Self.now)
    }

    @Test("S2-11 standard waits 2 s, then 4 s")
    func standard() {
        #expect(RetryPolicy.standard.maxRetries == 2)
        #expect((1...3).map(RetryPolicy.standard.delay(beforeRetry:)) == [.seconds(2), .seconds(4), .seconds(8)])
        #expect(RetryPolicy.never.maxRetries == 0)
    }

    @Test("S2-12 S2-13 which statuses are worth another attempt")
    func statuses() throws {
        for status in 100...599 {
            let isWorth = [408, 425, 429].contains(status) || status >= 500 && status != 501
            let expected = isWorth ? RetryDecision.retry(after: .seconds(2)) : .giveUp
            #expect(decide(try refusal(status)) == expected, "\(status)")
            #expect(try refusal(status).isRetryable == isWorth, "\(status)")
        }
    }

    @Test("S2-12 which failures without an answer are worth another attempt")
    func failures() {
        let codes: [TransportFailure.Code] = [
            .timedOut, .connectionLost, .cannotConnect, .deadlineExceeded, .offline, .cannotFindHost,
            .secureConnectionFailed, .certificateExpired, .certificateHostMismatch, .certificateUntrusted,
            .invalidResponse, .tooManyRedirects, .insecureRedirect, .invalidRedirect, .foreignRedirect,
            .redirectNeedsBody, .unsupportedSession, .sessionInvalidated, .networkForbidden, .other,
        ]
        let worth = codes.filter { decide(.transportError(TransportFailure(code: $0))) != .giveUp }
        #expect(worth == [.timedOut, .connectionLost, .cannotConnect])
    }

    @Test("S2-10 the budget ends, and what may not be repeated is not")
    func budget() throws {
        let failure = try refusal(503)
        #expect(decide(failure, retries: 1) == .retry(after: .seconds(4)))
        #expect(decide(failure, retries: 2) == .giveUp)
        #expect(decide(failure, isRepeatable: false) == .giveUp)
        #expect(decide(failure, by: .never) == .giveUp)
        #expect(decide(failure, by: RetryPolicy(maxRetries: -3)) == .giveUp)
    }

    @Test("T-04 cancellations and failures of other stages are never retried, whatever the predicate says")
    func others() {
        let always = RetryPolicy(maxRetries: 9, shouldRetry: { _ in true })
        for failure in [
            Failure.cancelled, .endpointError(.invalidURL("x")), .authenticationError(.refreshTimedOut),
            .authenticationError(.notAuthenticated), .transportError(TransportFailure(code: .deadlineExceeded)),
        ] {
            #expect(decide(failure, by: always) == .giveUp, "\(failure)")
        }
    }

    @Test("a predicate decides in place of the sets")
    func predicate() throws {
        let policy = RetryPolicy(maxRetries: 1, jitter: .none, shouldRetry: { $0.statusCode == 404 })
        #expect(decide(try refusal(404), by: policy) == .retry(after: .seconds(2)))
        #expect(decide(try refusal(503), by: policy) == .giveUp)
        #expect(decide(.transportError(TransportFailure(code: .timedOut)), by: policy) == .giveUp)
    }

    @Test(
        "T-03 Retry-After takes the place of the policy's wait, up to its cap",
        arguments: [
            ("7", .retry(after: .seconds(7))), ("0", .retry(after: .zero)), ("120", .retry(after: .seconds(120))),
            ("121", .giveUp), ("99999999999999999999999", .giveUp), ("nonsense", .retry(after: .seconds(2))),
            ("-5", .retry(after: .seconds(2))), ("1e3", .retry(after: .seconds(2))),
            ("", .retry(after: .seconds(2))), (" ", .retry(after: .seconds(2))), ("+1", .retry(after: .seconds(2))),
            ("1.5", .retry(after: .seconds(2))), ("0, 0", .retry(after: .seconds(2))),
            ("0x10", .retry(after: .seconds(2))), ("٣", .retry(after: .seconds(2))),
            ("00000000000000000000", .retry(after: .zero)), ("Fri, 31 Dec 9999 23:59:59 GMT", .giveUp),
            ("Thu, 01 Jan 1970 00:00:00 GMT", .retry(after: .zero)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", .retry(after: .seconds(10))),
            ("Sunday, 06-Nov-94 08:49:37 GMT", .retry(after: .seconds(10))),
            ("Sun Nov  6 08:49:37 1994", .retry(after: .seconds(10))),
            ("Sun, 06 Nov 1994 08:49:00 GMT", .retry(after: .zero)),
            ("Sun, 06 Nov 1995 08:49:00 GMT", .giveUp),
        ] as [(String, RetryDecision)])
    func retryAfter(value: String, expected: RetryDecision) throws {
        #expect(decide(try refusal(503, ["retry-after": value])) == expected)
        #expect(decide(try refusal(404, ["retry-after": value])) == .giveUp)
    }

    @Test("T-03 a cap out of range is no trap: below zero no wait is short enough, and the largest allows every one")
    func extremeCaps() throws {
        let least = RetryPolicy(maxRetries: 1, maxRetryAfter: .seconds(Int64.min))
        #expect(decide(try refusal(503, ["Retry-After": "0"]), by: least) == .giveUp)
        let most = RetryPolicy(maxRetries: 1, maxRetryAfter: .seconds(Int64.max))
        #expect(decide(try refusal(503, ["Retry-After": "99999"]), by: most) == .retry(after: .seconds(99_999)))
    }

    @Test("T-03 a date is compared with the server's own clock where it tells it")
    func serverClock() throws {
        let headers = [
            "Retry-After": "Wed, 01 Jan 2025 00:00:30 GMT", "Date": "Wed, 01 Jan 2025 00:00:00 GMT",
        ]
        #expect(decide(try refusal(429, headers)) == .retry(after: .seconds(30)))
        #expect(try refusal(429, headers).retryAfter == .seconds(30))
    }

    @Test("T-03 two digits of a year are at most fifty years ahead")
    func twoDigits() throws {
        let year = Calendar(identifier: .gregorian).component(.year, from: Date())
        for (offset, century) in [(20, 0), (49, 0), (51, -100)] {
            let text = "Sunday, 06-Nov-\(String(format: "%02d", (year + offset) % 100)) 08:49:37 GMT"
            let date = try #require(HTTPDate.date(from: text))
            #expect(Calendar(identifier: .gregorian).component(.year, from: date) == year + offset + century, "\(text)")
        }
    }

    @Test("T-05 full jitter stays between zero and the capped wait, and its seed decides")
    func jitter() {
        func waits(seed: UInt64) -> [Duration] {
            let policy = RetryPolicy(
                maxRetries: 8, baseDelay: .milliseconds(100), multiplier: 3, maxDelay: .seconds(1),
                jitter: .full(using: Xorshift(state: seed)))
            return (0..<400).map { policy.delay(beforeRetry: $0 % 8 + 1) }
        }
        let limits: [Duration] = [.milliseconds(100), .milliseconds(300), .milliseconds(900)]
        for (index, wait) in waits(seed: 7).enumerated() {
            let limit = index % 8 < 3 ? limits[index % 8] : .seconds(1)
            #expect(wait >= .zero && wait <= limit)
        }
        #expect(waits(seed: 7) == waits(seed: 7))
        #expect(waits(seed: 7) != waits(seed: 8))
        let long = waits(seed: 7).enumerated().filter { $0.offset % 8 >= 3 }.map(\.element)
        #expect(long.contains { $0 < .milliseconds(200) } && long.contains { $0 > .milliseconds(800) })
    }

    @Test(
        "waits out of range are bounded, and no trap",
        arguments: [
            (.seconds(-1), 2, .seconds(30), .zero), (.seconds(2), -2, .seconds(30), .zero),
            (.seconds(2), .infinity, .seconds(30), .seconds(30)), (.seconds(2), .nan, .seconds(30), .zero),
            (.seconds(Int64.max), 2, .seconds(30), .seconds(30)), (.seconds(2), 2, .seconds(-1), .zero),
            (.seconds(2), 10, .seconds(Int64.max), .seconds(300_000_000)), (.zero, 2, .seconds(30), .zero),
            (.seconds(Int64.max), .greatestFiniteMagnitude, .nanoseconds(1), .nanoseconds(1)),
            (.zero, -.infinity, .seconds(Int64.min), .zero),
            (.nanoseconds(1), .leastNonzeroMagnitude, .seconds(1), .zero),
        ] as [(Duration, Double, Duration, Duration)])
    func outOfRange(base: Duration, multiplier: Double, cap: Duration, expected: Duration) {
        let policy = RetryPolicy(
            maxRetries: 1000, baseDelay: base, multiplier: multiplier, maxDelay: cap, jitter: .none)
        #expect(policy.delay(beforeRetry: 500) == expected)
        _ = RetryPolicy(maxRetries: .max, baseDelay: base, multiplier: multiplier, maxDelay: cap)
            .delay(beforeRetry: .min)
    }
}

/// A generator whose seed makes its numbers repeatable.
private struct Xorshift: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state == 0 ? 1 : state
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
