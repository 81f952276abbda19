// says: body belongs to the value

import Endpoints

struct Draft: Encodable, Sendable {
    var text: String
}

struct Show: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(method: .post, path: "show")
    static let body = Draft(text: "a")
}
