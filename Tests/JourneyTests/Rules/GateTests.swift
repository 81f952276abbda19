import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// However a call ends, its place among a host's connections goes to the next one.
@Suite("Places of connections", .timeLimit(.minutes(5)))
struct GateTests {
    private let log = EventLog()

    @Test("C-03 calls that are cancelled behind one that hangs leave nothing in the line")
    func cancelledLine() async throws {
        let session = URLSession.fresh(connections: 1)
        let server = try LoopbackServer.immediate { $0.number == 0 ? .silence : Reply(body: "well") }
        let url = server.url
        let first = Task { await session.result(with: Item(name: "first"), environment: url) }
        _ = await server.requests(count: 1)
        let calls = (0..<500).map { number in
            Task { await session.result(with: Item(name: "\(number)"), environment: url) }
        }
        await session.lines(hold: 500)
        for call in calls { call.cancel() }
        for call in calls { #expect(await call.value.failure?.isCase(.cancelled) == true) }
        first.cancel()
        #expect(await first.value.failure?.isCase(.cancelled) == true)
        #expect(try await session.response(with: Item(name: "last"), environment: url) == "well")
        #expect(server.requests.map(\.path) == ["/items/first", "/items/last"])
    }

    @Test("C-03 a storm of calls that end in every way and at every stage gives all places back", arguments: [1, 3])
    func storm(connections: Int) async throws {
        let session = URLSession.fresh(connections: connections)
        let random = Locked(SplitMix64(seed: 5))
        let server = try LoopbackServer.immediate(recording: false) { request in
            if request.path == "/items/last" { return Reply(body: "well") }
            return switch random.withLock({ $0.below(10) }) {
            case 0: .close
            case 1: .reset
            case 2: .silence
            case 3: Reply(status: 503)
            case 4: .truncated
            case 5: .redirect(to: "/next")
            default: Reply(body: "x")
            }
        }
        let (url, total) = (server.url, 300)
        await withTaskGroup(of: Void.self) { [log] group in
            for number in 0..<total {
                let (limit, deadline, delay) = random.withLock { random in
                    (1 + random.below(80), 100 + random.below(1500), random.below(1_000_000))
                }
                group.addTask {
                    let options = RequestOptions(
                        timeout: .milliseconds(limit), deadline: .milliseconds(deadline), retryPolicy: .prompt,
                        maxResponseSize: number.isMultiple(of: 7) ? 0 : nil, observers: [log])
                    let call = Task {
                        switch number % 3 {
                        case 0: _ = await session.result(with: Item(name: "a"), environment: url, options: options)
                        case 1: _ = await session.result(with: Visit<Posting>(), environment: url, options: options)
                        default:
                            let order = Order(name: "1", body: Data("p".utf8))
                            _ = await session.result(with: order, environment: url, options: options)
                        }
                    }
                    if number.isMultiple(of: 4) {
                        try? await Task.sleep(for: .microseconds(delay))
                        call.cancel()
                    }
                    await call.value
                }
            }
        }
        #expect(log.kinds.count { $0 == .failed || $0 == .succeeded } == total)
        for _ in 0...connections {
            #expect(try await session.response(with: Item(name: "last"), environment: url) == "well")
        }
    }

    @Test("C-03 calls whose redirects lead nowhere give their places back")
    func nowhere() async throws {
        let session = URLSession.fresh(connections: 1)
        let closed = try ClosedPort()
        let places = ["\(closed.url)/x", "http://[::1/", "/loop", "ftp://x/"]
        let server = try LoopbackServer.immediate(recording: false) { request in
            request.path == "/items/last"
                ? Reply(body: "well") : .redirect(to: places[Int(request.path.utf8.last ?? 0) % 4])
        }
        let url = server.url
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    let result = await session.result(
                        with: Item(name: "\(number)"), environment: url, options: RequestOptions(maxResponseSize: 0))
                    #expect(result.failure != nil)
                }
            }
        }
        #expect(try await session.response(with: Item(name: "last"), environment: url) == "well")
    }
}
