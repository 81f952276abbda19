import Endpoints

/// Decoding an answer with forty dates in it.
enum Decoding {
    static let benchmarks = [
        Benchmark(name: "decode-dates", operations: 200, isThorough: true) { _ in
            guard let url = URL(string: ShopAPI.address),
                let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
            else { throw URLError(.badURL) }
            let byHand = JSONDecoder()
            byHand.dateDecodingStrategy = .iso8601
            let plain = JSONDecoder()
            return [
                Variant(name: "iso8601") { for _ in 0..<$0 { use(try byHand.decode([Event].self, from: json)) } },
                Variant(name: "endpoints") { for _ in 0..<$0 { use(try ListEvents.decode(json, from: response)) } },
                Variant(name: "dates-as-text") {
                    for _ in 0..<$0 { use(try plain.decode([UnreadEvent].self, from: json)) }
                },
            ]
        }
    ]

    private static let json = Data(
        ("["
            + (10..<30).map {
                #"{"id":\#($0),"begin":"2026-05-\#($0)T08:30:00Z","end":"2026-05-\#($0)T17:45:10+02:00"}"#
            }.joined(separator: ",") + "]").utf8)

    private struct Event: Decodable, Sendable {
        let id: Int
        let begin: Date
        let end: Date
    }

    /// The floor of the floor: nobody reads the dates.
    private struct UnreadEvent: Decodable, Sendable {
        let id: Int
        let begin: String
        let end: String
    }

    private struct ListEvents: Endpoint {
        typealias Server = ShopAPI
        typealias Response = [Event]
        static let definition = Definition(path: "events")
    }
}
