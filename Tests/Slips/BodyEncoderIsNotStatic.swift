// says: bodyEncoder belongs to the type

import Endpoints

struct Draft: Encodable, Sendable {
    var text: String
}

struct Show: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(method: .post, path: "show")
    var bodyEncoder = URLEncodedFormEncoder()
    var body: Draft
}
