import Endpoints
import LoopbackServer
import Testing

/// Many calls at once, most of which meet a fault that their names decide.
@Suite("Runs of faults", .timeLimit(.minutes(5)))
struct FaultSequenceTests {
    /// A fault, and what it is to a caller without retries.
    private static let faults: [(reply: Reply, name: String)] = [
        (.close, "connectionLost"), (.reset, "connectionLost"),
        (Reply(steps: [.send(Data("HTTP/1.1 200 OK\r\nContent-Le".utf8)), .reset]), "connectionLost"),
        (.streamed(["part", .reset, "rest"]), "connectionLost"), (.truncated, "connectionLost"),
        (Reply(status: 503), "503"), (Reply(status: 429), "429"), (.raw("HELLO WORLD\r\n\r\n"), "invalidResponse"),
        (Reply(body: "ok"), "ok"),
    ]

    /// The server's view: how often each path has been asked for.
    private final class Hits: Sendable {
        private let counts = Locked<[String: Int]>([:])

        var all: [String: Int] { counts.withLock { $0 } }

        func add(_ path: String) -> Int {
            counts.withLock { counts in
                counts[path, default: 0] += 1
                return counts[path, default: 0]
            }
        }
    }

    private static func outcome(_ result: Result<String, EndpointTaskError<EmptyResponse>>) -> String {
        switch result {
        case .success(let text): text
        case .failure(let error): error.statusCode.map(String.init) ?? error.faultName ?? "another"
        }
    }

    @Test(
        "T-01 among hundreds of calls each POST arrives once and tells its fault, and each GET gets through",
        arguments: [3, 20], [1, 2] as [UInt64])
    func run(connections: Int, seed: UInt64) async throws {
        let hits = Hits()
        let server = try LoopbackServer.immediate(recording: false) { request in
            let number = Int(request.path.split(separator: "/").last ?? "") ?? 0
            let hit = hits.add(request.path)
            let fault = Self.faults[number % Self.faults.count]
            // A fetch meets two faults at most; garbage is not worth another attempt.
            if request.method == "GET", hit > number % 3 || fault.name == "invalidResponse" { return Reply(body: "ok") }
            return fault.reply
        }
        let session = URLSession.fresh(connections: connections)
        let url = server.url
        var generator = SeededGenerator(seed: seed)
        let numbers = (0..<450).shuffled(using: &generator)
        let options = RequestOptions(
            retryPolicy: RetryPolicy(maxRetries: 2, baseDelay: .zero, jitter: .none), maxResponseSize: 10_000)
        let wrong = await withTaskGroup(of: String?.self) { group in
            var wrong: [String] = []
            for (position, number) in numbers.enumerated() {
                if position >= 32, let answer = await group.next() { wrong += [answer].compactMap { $0 } }
                group.addTask {
                    let order = Order(name: "\(number)", body: Data("parcel".utf8))
                    async let posted = session.result(with: order, environment: url, options: options)
                    async let fetched = session.result(
                        with: Item(name: "\(number)"), environment: url, options: options)
                    let post = Self.outcome(await posted)
                    let get = Self.outcome(await fetched)
                    let expected = Self.faults[number % Self.faults.count].name
                    return post == expected && get == "ok" ? nil : "\(number): \(post) for \(expected), \(get) for ok"
                }
            }
            for await answer in group { wrong += [answer].compactMap { $0 } }
            return wrong
        }
        #expect(wrong == [])
        let posts = hits.all.filter { $0.key.hasPrefix("/orders/") }
        #expect(posts.count == 450)
        #expect(posts.filter { $0.value != 1 } == [:])
    }
}
