import Testing

@testable import Endpoints

/// How a key gets into its field.
struct HeaderKeyFieldTests {
    private let request = URLRequest(url: url("https://api.example.com/"))

    @Test("a name keeps its spelling, and the other fields stay", arguments: ["Authorization", "X-API-Key", "x-token"])
    func spelling(name: String) async throws {
        var declared = request
        declared.allHTTPHeaderFields = ["Accept": "text/plain"]
        let auth = HeaderKeyAuth(key: "k", header: Header(name), prefix: nil)
        #expect(
            try await auth.authenticate(request: declared).allHTTPHeaderFields == ["Accept": "text/plain", name: "k"])
    }

    @Test("a field that is there in another spelling is replaced")
    func replaced() async throws {
        var declared = request
        declared.setValue("old", forHTTPHeaderField: "authorization")
        let fields = try await HeaderKeyAuth(key: "new").authenticate(request: declared).allHTTPHeaderFields ?? [:]
        #expect(fields.map { $0.key.lowercased() } == ["authorization"])
        #expect(Array(fields.values) == ["Bearer new"])
    }

    @Test("a control character anywhere in a long value is refused", arguments: [0, 1, 500, 999])
    func control(place: Int) async {
        for control in ["\n", "\r\n", "\0", "\u{1B}", "\u{7F}"] {
            var key = Array(repeating: "a", count: 1000)
            key[place] = control
            let auth = HeaderKeyAuth(key: key.joined())
            await #expect(throws: EndpointError.self) { try await auth.authenticate(request: request) }
        }
    }
}
