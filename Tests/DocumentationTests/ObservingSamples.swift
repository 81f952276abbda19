// The samples of the DocC article “Observing”, word for word: DocumentationTests compares them.
import Endpoints

struct Archive: ServerDefinition {
    static let options = RequestOptions(observers: [LogObserver()])

    func baseURL(for environment: TypicalEnvironments) -> URL? {
        URL(string: "https://archive.example.com")
    }
}

struct ListRecords: Endpoint {
    typealias Server = Archive
    typealias Response = [String]
    static let definition = Definition(path: "records", parameters: [.query("year", \.year)])
    var year: Int
}

nonisolated struct Metrics: RequestObserver {
    let record: @Sendable (String, Duration) -> Void

    func observe(_ event: RequestEvent) {
        switch event.kind {
        case .received:
            if let duration = event.duration { record("\(event.endpoint).\(event.statusCode ?? 0)", duration) }
        case .retrying: record("\(event.endpoint).retry", event.delay ?? .zero)
        case .failed: record("\(event.endpoint).failed", event.elapsed)
        default: break
        }
    }
}

func reproduce() async throws {
    let response = try await URLSession.shared.endpointResponse(with: ListRecords(year: 1999))
    print(response.curlCommand())
}
