/// One request and what came of it, as a file holds it: without secrets.
struct Recording: Codable, Sendable, Hashable {
    struct Request: Codable, Sendable, Hashable {
        var method: String
        var url: String
        var headers: [String: String]
        var body: RecordedBody?
    }

    struct Response: Codable, Sendable, Hashable {
        var status: Int
        var headers: [String: String]
        var body: RecordedBody?
        /// Whether the endpoint took the answer for a success and could decode it; so it should when nothing is said.
        var isReadable: Bool?
    }

    /// The name of the endpoint's type.
    var endpoint: String
    var request: Request
    var response: Response?
    /// The name of a transport failure's code, where no response came.
    var failure: String?

    init(endpoint: String, request: Request, response: Response? = nil, failure: String? = nil) {
        self.endpoint = endpoint
        self.request = request
        self.response = response
        self.failure = failure
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        endpoint = try container.decode(String.self, forKey: .endpoint)
        request = try container.decode(Request.self, forKey: .request)
        failure = try container.decodeIfPresent(String.self, forKey: .failure)
        response =
            failure == nil
            ? try container.decode(Response.self, forKey: .response)
            : try container.decodeIfPresent(Response.self, forKey: .response)
    }
}

/// A body in the most readable form that it has.
enum RecordedBody: Sendable, Hashable {
    case json(JSONValue)
    case text(String)
    case base64(Data)

    /// Text, or bytes that are none.
    init(_ data: Data) {
        let text = String(data: data, encoding: .utf8).flatMap { Data($0.utf8) == data ? $0 : nil }
        self = text.map { .text($0) } ?? .base64(data)
    }

    /// The body as it is sent; JSON is compact and its keys are sorted.
    var data: Data {
        switch self {
        case .json(let value): value.data
        case .text(let text): Data(text.utf8)
        case .base64(let data): data
        }
    }
}

extension RecordedBody: Codable {
    private enum CodingKeys: String, CodingKey { case json, text, base64 }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.json) {
            self = .json(try container.decode(JSONValue.self, forKey: .json))
        } else if let text = try container.decodeIfPresent(String.self, forKey: .text) {
            self = .text(text)
        } else {
            self = .base64(try container.decode(Data.self, forKey: .base64))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .json(let value): try container.encode(value, forKey: .json)
        case .text(let text): try container.encode(text, forKey: .text)
        case .base64(let data): try container.encode(data, forKey: .base64)
        }
    }
}
