import Endpoints

/// The endpoints of a service that wraps what it returns: `{"data": …}`.
protocol EnvelopedEndpoint: Endpoint where Response == Payload {
    associatedtype Payload: Decodable & Sendable
}

extension EnvelopedEndpoint {
    static func decode(_ data: Data, from response: HTTPURLResponse) throws -> Payload {
        try Server.decoder.decode(Envelope<Payload>.self, from: data).data
    }
}

private struct Envelope<Payload: Decodable>: Decodable {
    let data: Payload
}

struct EnvelopedNames: EnvelopedEndpoint {
    typealias Server = HTTPBin
    typealias Payload = [String]
    static let definition = Definition(path: "base64/\(\.json.base64)")
    var json: String
}

struct EnvelopedPage<Item: Decodable & Sendable>: EnvelopedEndpoint {
    typealias Server = HTTPBin
    typealias Payload = [Item]
    static var definition: Definition { Definition(path: "base64/\(\.json.base64)") }
    var json: String
}

/// An endpoint whose refusals have a type per status.
struct Order: Endpoint {
    typealias Server = HTTPBin
    typealias Response = Void
    static let definition = Definition(path: "status/\(\.status)")
    var status: Int

    enum ErrorResponse: Equatable, Sendable {
        case invalid
        case teapot(drawing: String)
        case other(Int)

        var drawing: String? {
            if case .teapot(let drawing) = self { drawing } else { nil }
        }
    }

    static func decodeError(_ data: Data, from response: HTTPURLResponse) throws -> ErrorResponse {
        switch response.statusCode {
        case 422: .invalid
        case 418: .teapot(drawing: String(decoding: data, as: UTF8.self))
        default: .other(response.statusCode)
        }
    }
}

/// An endpoint of a service that answers 200 whatever happened, and says in the body that something went wrong.
struct Balance: Endpoint {
    typealias Server = HTTPBin
    static let definition = Definition(path: "base64/\(\.json.base64)")
    var json: String

    struct Response: Decodable, Equatable, Sendable {
        let amount: Int
    }

    struct ErrorResponse: Decodable, Equatable, Sendable {
        let error: String
    }

    static func accepts(_ response: HTTPURLResponse, body: Data) -> Bool {
        response.statusCode == 200 && (try? Server.decoder.decode(ErrorResponse.self, from: body)) == nil
    }
}
