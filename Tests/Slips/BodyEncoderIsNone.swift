// says: bodyEncoder must be a BodyEncoder

import Endpoints

struct Draft: Encodable, Sendable {
    var text: String
}

struct Show: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(method: .post, path: "show")
    static let bodyEncoder = PropertyListEncoder()
    var body: Draft
}
