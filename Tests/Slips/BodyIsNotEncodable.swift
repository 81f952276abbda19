// says: body is what is sent, so its type must be Encodable

import Endpoints

struct Draft: Sendable {
    var text: String
}

struct Show: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(method: .post, path: "show")
    var body: Draft
}
