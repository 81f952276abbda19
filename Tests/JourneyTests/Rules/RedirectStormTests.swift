import Endpoints
import LoopbackServer
import Testing

/// Calls, tasks and sessions that end at the moment when an answer arrives, which once ended the process.
@Suite("Redirect storm", .timeLimit(.minutes(5)))
struct RedirectStormTests {
    /// How a call ends while redirects arrive.
    enum End: CaseIterable {
        case cancelled, timeout, deadline

        func options(_ limit: Duration) -> RequestOptions {
            RequestOptions(timeout: self == .timeout ? limit : nil, deadline: self == .deadline ? limit : nil)
        }
    }

    /// What comes in place of a redirect.
    enum Other: CaseIterable {
        case challenge, loss, excess

        func reply(to request: Request) -> Reply {
            if request.path.hasSuffix("after") { return Reply(body: "well") }
            return switch self {
            case .challenge: Reply(status: 401, headers: [("WWW-Authenticate", "Basic realm=x")], body: "no")
            case .loss: request.method == "GET" ? Reply(body: "kept") : .close
            case .excess: Reply(headers: [("Content-Encoding", "gzip")], body: Data.zippedMegabyte)
            }
        }
    }

    private typealias Outcome = Result<String, EndpointTaskError<EmptyResponse>>

    private static let ends: Set<TransportFailure.Code> = [
        .tooManyRedirects, .timedOut, .deadlineExceeded, .sessionInvalidated,
    ]

    private let session = URLSession.fresh(connections: 8)

    private static func redirecting() throws -> LoopbackServer {
        try .immediate(recording: false) { request in
            request.path == "/items/after" ? Reply(body: "well") : .redirect(to: "/next", status: 307)
        }
    }

    private static func delays(_ count: Int, in range: ClosedRange<Int>, seed: UInt64) -> [Int] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in Int.random(in: range, using: &random) }
    }

    /// Runs the work for each of the delays, some at a time, and gives the failures that nobody asked for.
    private func unexpected(
        _ delays: [Int], _ work: @escaping @Sendable (_ number: Int, _ delay: Int) async -> Outcome
    ) async -> [String] {
        await withTaskGroup(of: Outcome.self) { group in
            var odd: [String] = []
            for (number, delay) in delays.enumerated() {
                if number >= 32, let outcome = await group.next() { odd += Self.oddity(of: outcome) }
                group.addTask { await work(number, delay) }
            }
            for await outcome in group { odd += Self.oddity(of: outcome) }
            return odd
        }
    }

    private static func oddity(of outcome: Outcome) -> [String] {
        guard let error = outcome.failure, !error.isCase(.cancelled) else { return [] }
        return error.transportCode.map(ends.contains) == true ? [] : ["\(error)"]
    }

    @Test(
        "C-02 calls that end while a redirect arrives leave the process and the session alive", arguments: End.allCases)
    func calls(end: End) async throws {
        let server = try Self.redirecting()
        let (url, session) = (server.url, session)
        let odd = await unexpected(Self.delays(600, in: 200...6000, seed: 1)) { _, delay in
            let options = end.options(.microseconds(delay))
            let call = Task { await session.result(with: Item(name: "a"), environment: url, options: options) }
            if end == .cancelled {
                try? await Task.sleep(for: .microseconds(delay))
                call.cancel()
            }
            return await call.value
        }
        #expect(odd == [])
        #expect(try await session.response(with: Item(name: "after"), environment: url) == "well")
    }

    @Test("C-02 tasks that are cancelled while a redirect arrives end once each")
    func tasks() async throws {
        let server = try Self.redirecting()
        let (url, session) = (server.url, session)
        let odd = await unexpected(Self.delays(600, in: 100...6000, seed: 2)) { _, delay in
            await session.taskResult(of: Visit<Getting>(), at: url) { task in
                DispatchQueue.global().asyncAfter(deadline: .now() + .microseconds(delay)) { task.cancel() }
            }
        }
        #expect(odd == [])
        #expect(try await session.response(with: Item(name: "after"), environment: url) == "well")
    }

    @Test("C-02 a session that is invalidated while redirects arrive ends all its calls")
    func sessions() async throws {
        let server = try Self.redirecting()
        let url = server.url
        for delay in Self.delays(30, in: 200...5000, seed: 3) {
            let session = URLSession.fresh(connections: 8)
            let ending = Task {
                try? await Task.sleep(for: .microseconds(delay))
                session.invalidateAndCancel()
            }
            let odd = await unexpected(Array(repeating: 0, count: 16)) { _, _ in
                await session.result(with: Item(name: "a"), environment: url)
            }
            await ending.value
            #expect(odd == [])
        }
    }

    @Test(
        "C-02 calls that are cancelled while a challenge, an end or too large a body arrives leave the session alive",
        arguments: Other.allCases)
    func others(other: Other) async throws {
        let server = try LoopbackServer.immediate(recording: false) { other.reply(to: $0) }
        let (url, session) = (server.url, session)
        let options = RequestOptions(maxResponseSize: 1000)
        let total = Locked(0)
        _ = await unexpected(Self.delays(400, in: 100...5000, seed: 4)) { number, delay in
            let call = Task {
                number.isMultiple(of: 2)
                    ? await session.result(
                        with: Order(name: "1", body: Data("p".utf8)), environment: url, options: options)
                    : await session.result(with: Item(name: "a"), environment: url, options: options)
            }
            try? await Task.sleep(for: .microseconds(delay))
            call.cancel()
            let outcome = await call.value
            total.withLock { $0 += 1 }
            return outcome
        }
        #expect(total.withLock { $0 } == 400)
        #expect(try await session.response(with: Item(name: "after"), environment: url) == "well")
    }
}
