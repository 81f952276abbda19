import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// A clock whose sleeps end at once, after they have moved it; what was asked for is kept.
final class LeapingClock: Clock {
    private let state = Locked((now: ManualClock.Instant(offset: .zero), waits: [Duration]()))

    var now: ManualClock.Instant { state.withLock(\.now) }
    var minimumResolution: Duration { .nanoseconds(1) }

    /// The sleeps so far, the first one first.
    var waits: [Duration] { state.withLock(\.waits) }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            let wait = state.now.duration(to: deadline)
            state.waits.append(wait)
            if wait > .zero { state.now = deadline }
        }
    }
}

/// Keeps the events of calls.
final class EventLog: RequestObserver {
    private let stored = Locked<[RequestEvent]>([])
    private let isHeard = Locked<[(kind: RequestEvent.Kind, count: Int, gate: Gate)]>([])

    var events: [RequestEvent] { stored.withLock { $0 } }

    /// The kinds of the events, in their order.
    var kinds: [RequestEvent.Kind] { events.map(\.kind) }

    func observe(_ event: RequestEvent) {
        let kinds = stored.withLock { events in
            events.append(event)
            return events.map(\.kind)
        }
        let due = isHeard.withLock { waits in
            waits.filter { wait in kinds.count { $0 == wait.kind } >= wait.count }.map(\.gate)
        }
        for gate in due { gate.open() }
    }

    /// Suspends until so many events of a kind have come.
    func heard(_ kind: RequestEvent.Kind, _ count: Int = 1) async {
        let gate = Gate()
        isHeard.withLock { $0.append((kind: kind, count: count, gate: gate)) }
        if kinds.count(where: { $0 == kind }) >= count { gate.open() }
        await gate.wait()
    }

    /// The events of a kind, in their order.
    func events(_ kind: RequestEvent.Kind) -> [RequestEvent] {
        events.filter { $0.kind == kind }
    }
}

/// Sends a parcel under a name, so that each one can be counted at the server.
struct Order: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(
        method: .post, path: "orders/\(\.name)", headers: [.contentType: "text/x-parcel"])

    var name: String
    var body: Data
}

/// A method together with what sends it, a row of a table.
struct MethodRow: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let send: @Sendable (URLSession, URL, RequestOptions?) async -> EndpointTaskError<EmptyResponse>?

    /// Sends the method without a body.
    init<Method: Verb>(_ verb: Method.Type) {
        testDescription = "\(Method.method)"
        send = { session, url, options in
            await session.result(with: Visit<Method>(), environment: url, options: options).failure
        }
    }

    /// Sends the method with a body.
    init<Method: Verb>(withBody verb: Method.Type) {
        testDescription = "\(Method.method) with a body"
        send = { session, url, options in
            let endpoint = Deliver<Method>(body: Data("parcel".utf8))
            return await session.result(with: endpoint, environment: url, options: options).failure
        }
    }

    static let repeatable: [MethodRow] = [
        MethodRow(Getting.self), MethodRow(Heading.self), MethodRow(Putting.self), MethodRow(Deleting.self),
        MethodRow(withBody: Putting.self), MethodRow(withBody: Deleting.self),
    ]

    static let harmful: [MethodRow] = [
        MethodRow(Posting.self), MethodRow(Patching.self), MethodRow(withBody: Posting.self),
        MethodRow(withBody: Patching.self),
    ]
}

extension RetryPolicy {
    /// Two retries without a wait.
    static let prompt = RetryPolicy(maxRetries: 2, baseDelay: .zero, jitter: .none)
}

extension URLSession {
    /// Begins a call whose limits and waits are measured on the given clock.
    func begin<T: Endpoint>(
        _ endpoint: T, at url: URL, auth: (any AuthenticationMethod)? = nil, options: RequestOptions? = nil,
        on clock: any Clock<Duration>
    ) -> Task<Result<T.Response, T.TaskError>, Never> where T.Server.Environments == URL {
        Task {
            await TimeLimit.$clock.withValue(clock) {
                await self.result(with: endpoint, environment: url, auth: auth, options: options)
            }
        }
    }
}

extension URLSession {
    /// What a task comes to, which is started at once.
    func taskResult<T: Endpoint>(
        of endpoint: T, at url: URL, tell: @escaping @Sendable (URLSessionDataTask) -> Void = { _ in }
    ) async -> Result<T.Response, T.TaskError> where T.Auth == NoAuth, T.Server.Environments == URL {
        await withCheckedContinuation { continuation in
            do throws(T.TaskError) {
                let task = try endpointTask(with: endpoint, environment: url) { continuation.resume(returning: $0) }
                task.resume()
                tell(task)
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
    }
}

extension Reply {
    /// A head that declares a length, some of the body, and then nothing until the client leaves.
    static func unfinished(status: Int = 200, length: Int, _ body: String = "") -> Reply {
        Reply(steps: [
            .head(Reply.Head(status: status, contentLength: length)), .body(Data(body.utf8)), .awaitClientClose,
        ])
    }

    /// Chunks, and then nothing until the client leaves.
    static func unfinished(chunks: [Data], headers: [(String, String)] = []) -> Reply {
        let whole = Reply.chunked(chunks, headers: headers)
        return Reply(steps: whole.steps.dropLast() + [.awaitClientClose])
    }
}

extension Data {
    /// A text of zeros, a megabyte in a kilobyte.
    static let zippedMegabyte: Data = {
        let head = Data(base64Encoded: "H4sIAAAAAAACA+3BgQAAAADDIKX50x3kVQEA") ?? Data()
        return head + Data(count: 1004 - head.count - 10) + [0xAF, 0x06, 0x53, 0x6A, 0x31, 0x4A, 0x40, 0x42, 0x0F, 0]
    }()
}

/// Whether a text holds the secret of the tests, which no message of a test may quote.
func leaks(_ text: String) -> Bool {
    text.contains("s3cr3t") || text.contains(Data("user:s3cr3t".utf8).base64EncodedString())
}
