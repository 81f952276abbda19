import Endpoints
import EndpointsMocking

/// A call that a mock answers, against what one writes by hand to stand in for a client.
enum Mocking {
    static let benchmarks = [
        Benchmark(name: "mock", operations: 2_000) { _ in
            guard let server = URL(string: "http://127.0.0.1") else { throw URLError(.badURL) }
            let session = URLSession(configuration: .default)
            let client = StubbedClient { _ in .sample }
            let recording = RecordingStub()
            return [
                // The client's own way to build requests, and a stub in place of what sends them.
                Variant(name: "stub") {
                    for number in 0..<$0 { use(try await recording.item(number, at: components(number, server))) }
                    recording.forget()
                },
                Variant(name: "stub-of-string") {
                    for number in 0..<$0 { use(try await recording.item(number, at: string(number, server))) }
                    recording.forget()
                },
                // No transport and nothing to look at afterwards: the client's operation is replaced as a whole.
                Variant(name: "closure", share: 50) { for number in 0..<$0 { use(try await client.item(number)) } },
                Variant(name: "typed-mock") { operations in
                    try await withMock(GetItem.self, action: .return(.sample)) {
                        for number in 0..<operations {
                            use(try await session.response(with: GetItem(id: number), environment: server))
                        }
                    }
                },
                Variant(name: "wire-mock") { operations in
                    try await withMock { mocks in
                        mocks.respond(to: GetItem.self, body: Data(Item.json.utf8))
                    } test: {
                        for number in 0..<operations {
                            use(try await session.response(with: GetItem(id: number), environment: server))
                        }
                    }
                },
            ]
        }
    ]

    private static func components(_ id: Int, _ server: URL) -> URL? {
        URLComponents(url: server.appending(path: "items/\(id)"), resolvingAgainstBaseURL: false)?.url
    }

    private static func string(_ id: Int, _ server: URL) -> URL? {
        URL(string: "\(server.absoluteString)/items/\(id)")
    }

    /// A client whose operations are closures.
    private struct StubbedClient: Sendable {
        let item: @Sendable (Int) async throws -> Item
    }

    /// A stub that shows what a mock shows: the request of each call, and an answer with a status.
    private final class RecordingStub: Sendable {
        private let requests = Locked<[URLRequest]>([])

        func item(_ id: Int, at url: URL?) async throws -> (item: Item, response: HTTPURLResponse) {
            guard let url,
                let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:])
            else { throw URLError(.badURL) }
            requests.withLock { $0.append(URLRequest(url: url)) }
            return (.sample, response)
        }

        func forget() { requests.withLock { $0 = [] } }
    }
}
