// The samples of the DocC article “When nothing happens”, word for word: DocumentationTests compares them. The server is
// among those of the README.
import Endpoints

struct ReserveSeat: Endpoint {
    typealias Server = Cinema
    typealias Response = Void
    static let definition = Definition(method: .put, path: "seats/\(\.seat)")
    var seat: String
    var body: Guest

    nonisolated struct Guest: Encodable, Sendable {
        var name: String
    }
}

func reserves() throws {
    let request = try ReserveSeat(seat: "12A", body: .init(name: "Ann")).urlRequest()
    precondition(request.url?.absoluteString == "https://cinema.example/seats/12A")
    precondition(request.httpBody == Data(#"{"name":"Ann"}"#.utf8))
}
