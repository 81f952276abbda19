// says: bodyEncoder must be a BodyEncoder, and not an optional one

import Endpoints

struct Draft: Encodable, Sendable {
    var text: String
}

struct Show: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(method: .post, path: "show")
    static let bodyEncoder: URLEncodedFormEncoder? = URLEncodedFormEncoder()
    var body: Draft
}
