import Endpoints
import LoopbackServer
import Testing

/// The wait that a server asks for.
@Suite("Retry-After", .timeLimit(.minutes(5)))
struct RetryAfterTests {
    /// A value of the field, and the wait that follows from it; nil for the policy's own.
    struct Row: Sendable, CustomTestStringConvertible {
        let value: String
        let wait: Duration

        var testDescription: String { "\"\(value)\"" }
    }

    /// The three forms of a date (RFC 9110 §5.6.7).
    enum Form: CaseIterable, Sendable {
        case fixdate, obsolete, asctime

        func text(of date: Date) -> String {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            switch self {
            case .fixdate: formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
            case .obsolete: formatter.dateFormat = "EEEE, dd-MMM-yy HH:mm:ss 'GMT'"
            case .asctime:
                formatter.dateFormat = "d"
                let padding = formatter.string(from: date).count == 1 ? "' '" : ""
                formatter.dateFormat = "EEE MMM \(padding)d HH:mm:ss yyyy"
            }
            return formatter.string(from: date)
        }
    }

    private let session = URLSession.fresh()

    private func waits(
        _ value: String, status: Int = 503, name: String = "Retry-After", policy: RetryPolicy = .standard
    ) async throws -> [Duration] {
        let clock = LeapingClock()
        let server = try LoopbackServer(replies: [Reply(status: status, headers: [(name, value)]), Reply(body: "well")])
        let call = session.begin(
            Item(name: "a"), at: server.url, options: RequestOptions(retryPolicy: policy), on: clock)
        #expect(try await call.value.get() == "well")
        #expect(server.requestCount == 2)
        return clock.waits
    }

    @Test(
        "T-03 digits are seconds, for every status that is repeated, whatever the spelling of the field",
        arguments: [503, 429, 408, 500], ["Retry-After", "retry-after", "RETRY-AFTER"])
    func seconds(status: Int, name: String) async throws {
        #expect(try await waits("7", status: status, name: name) == [.seconds(7)])
    }

    @Test("T-03 the wait may be shorter than the policy's own, longer than its cap, and just as long as is allowed")
    func bounds() async throws {
        #expect(try await waits("1") == [.seconds(1)])
        #expect(try await waits("007") == [.seconds(7)])
        #expect(try await waits("60") == [.seconds(60)])
        #expect(try await waits("120") == [.seconds(120)])
        let spread = RetryPolicy(maxRetries: 2, baseDelay: .seconds(1), jitter: .full)
        #expect(try await waits("60", policy: spread) == [.seconds(60)])
    }

    @Test("T-03 no wait at all")
    func zero() async throws {
        #expect(try await waits("0").reduce(.zero, +) == .zero)
    }

    @Test("T-03 a date in each of the three forms is waited for", arguments: Form.allCases, [1000.0, 10_000])
    func dates(form: Form, distance: Double) async throws {
        let policy = RetryPolicy(maxRetries: 1, jitter: .none, maxRetryAfter: .seconds(20_000))
        let waits = try await waits(form.text(of: Date() + distance), policy: policy)
        #expect(waits.count == 1)
        let wait = try #require(waits.first)
        // Whole seconds in the text, and the time that the test itself takes.
        #expect(wait <= .seconds(distance) && wait > .seconds(distance - 600))
    }

    @Test(
        "T-03 a date in the past is no wait",
        arguments: [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "Thu, 01 Jan 1970 00:00:00 GMT",
        ])
    func past(value: String) async throws {
        #expect(try await waits(value).reduce(.zero, +) == .zero)
    }

    @Test(
        "T-03 what is no wait leaves the policy's own",
        arguments: [
            "soon", "-5", "1.5", "1e3", "12abc", "0x10", "+5", "3 s", "3, 5", "٣", "Sun, 99 Foo 2094 08:49:37 GMT",
            "2094-11-06T08:49:37Z", "Sun, 06 Nov 2094 08:49:37 CET", "Sun, 06 Nov", "NaN", "inf",
        ])
    func nonsense(value: String) async throws {
        #expect(try await waits(value) == [.seconds(2)])
    }

    @Test(
        "T-03 a wait beyond the cap ends the call at once with the answer and the wait",
        arguments: [
            Row(value: "121", wait: .seconds(121)), Row(value: "86400", wait: .seconds(86_400)),
            Row(value: "31536000", wait: .seconds(31_536_000)),
        ])
    func beyondCap(row: Row) async throws {
        let clock = LeapingClock()
        let server = try LoopbackServer(replies: [
            Reply(status: 503, headers: [("Retry-After", row.value)], body: "later"), Reply(body: "never"),
        ])
        let call = session.begin(
            Item(name: "a"), at: server.url, options: RequestOptions(retryPolicy: .standard), on: clock)
        let error = try #require(await call.value.failure)
        #expect(error.statusCode == 503)
        #expect(error.body == Data("later".utf8))
        #expect(error.retryAfter == row.wait)
        #expect(error.received?.retryAfter == row.wait)
        #expect(server.requestCount == 1)
        #expect(clock.waits == [])
    }

    @Test(
        "T-03 numbers that no integer holds end the call as well, and crash nothing",
        arguments: ["9223372036854775807", "9223372036854775808", "99999999999999999999999999999999999999999"])
    func overflow(value: String) async throws {
        let clock = LeapingClock()
        let server = try LoopbackServer(replies: [
            Reply(status: 429, headers: [("Retry-After", value)]), Reply(body: "never"),
        ])
        let call = session.begin(
            Item(name: "a"), at: server.url, options: RequestOptions(retryPolicy: .standard), on: clock)
        let error = try #require(await call.value.failure)
        #expect(error.statusCode == 429)
        #expect((error.retryAfter ?? .zero) > .seconds(86_400))
        #expect(server.requestCount == 1)
        #expect(clock.waits == [])
    }

    @Test("T-03 a date beyond the cap ends the call with the wait", arguments: Form.allCases)
    func lateDate(form: Form) async throws {
        let clock = LeapingClock()
        let server = try LoopbackServer(replies: [
            Reply(status: 503, headers: [("Retry-After", form.text(of: Date() + 100_000))]), Reply(body: "never"),
        ])
        let call = session.begin(
            Item(name: "a"), at: server.url, options: RequestOptions(retryPolicy: .standard), on: clock)
        let error = try #require(await call.value.failure)
        #expect((error.retryAfter ?? .zero) > .seconds(90_000))
        #expect(server.requestCount == 1)
        #expect(clock.waits == [])
    }

    @Test("T-03 the field makes nothing repeatable that isn't")
    func notRepeatable() async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: 503, headers: [("Retry-After", "1")]), Reply(body: "never"),
        ])
        let options = RequestOptions(retryPolicy: .prompt)
        let post = try await session.failure(
            of: Deliver<Posting>(body: Data("x".utf8)), environment: server.url, options: options)
        #expect(post.retryAfter == .seconds(1))
        #expect(server.requestCount == 1)
        let missing = try LoopbackServer(replies: [
            Reply(status: 404, headers: [("Retry-After", "1")]), Reply(body: "never"),
        ])
        _ = try await session.failure(of: Item(name: "a"), environment: missing.url, options: options)
        #expect(missing.requestCount == 1)
    }

    @Test("T-03 after a wait that was asked for, the policy's own goes on growing")
    func mixed() async throws {
        let clock = LeapingClock()
        let server = try LoopbackServer(replies: [
            Reply(status: 503, headers: [("Retry-After", "9")]), Reply(status: 503), Reply(body: "well"),
        ])
        let call = session.begin(
            Item(name: "a"), at: server.url, options: RequestOptions(retryPolicy: .standard), on: clock)
        #expect(try await call.value.get() == "well")
        #expect(clock.waits == [.seconds(9), .seconds(4)])
    }
}
