import Endpoints

/// An echo service at an address that is known only at run time: its environments are URLs.
struct HTTPBin: ServerDefinition {
    typealias Environments = URL
    static let auth: CallerAuth = CallerAuth()
    static let defaultEnvironment = URL(fileURLWithPath: "/")
}

struct Echo: Decodable, Sendable {
    let args: [String: String]
    let headers: [String: String]
}

struct Get: Endpoint {
    typealias Server = HTTPBin
    typealias Response = Echo
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(
        path: "get",
        parameters: [.query("text", \.text)],
        headers: ["X-Tour": .field(\.mark)]
    )
    var text: String
    var mark: String?
}

struct Bearer: Endpoint {
    typealias Server = HTTPBin
    typealias Response = Data
    static let definition = Definition(path: "bearer")
}

struct Status: Endpoint {
    typealias Server = HTTPBin
    typealias Response = Void
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(path: "status/\(\.code)")
    var code: Int
}

/// The part of the tour that any httpbin can answer: `QUICKSTART_BASE_URL=http://127.0.0.1:18080 swift run Quickstart`.
struct HTTPBinTour {
    let session = URLSession.forEndpoints()
    let server: URL

    init(address: String) throws {
        guard let url = URL(string: address), url.host != nil else {
            throw URLError(.badURL, userInfo: [NSLocalizedDescriptionKey: "“\(address)” is not a server's address."])
        }
        server = url
    }

    func run() async throws {
        let echo = try await session.response(with: Get(text: "a+b c&d=é", mark: "tour"), environment: server)
        print("The query arrived as “\(echo.args["text"] ?? "")”, the header as “\(echo.headers["X-Tour"] ?? "")”.")

        _ = try await session.response(with: Bearer(), environment: server, auth: .bearer("token"))
        print("A bearer token was accepted.")

        for code in [204, 418, 503] {
            switch await session.result(with: Status(code: code), environment: server) {
            case .success: print("Status \(code) is a success.")
            case .failure(let error): print("Status \(error.statusCode ?? 0): \(error)")
            }
        }
    }
}
