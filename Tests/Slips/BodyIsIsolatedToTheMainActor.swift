// says: mark the type of the body nonisolated
// flags: -default-isolation MainActor

import Endpoints

struct Draft: Encodable, Sendable {
    var text: String
}

nonisolated struct Show: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(method: .post, path: "show")
    var body: Draft
}
