// says: mark the response type nonisolated
// flags: -default-isolation MainActor

import Endpoints

struct Post: Decodable {
    var id: Int
}

nonisolated struct Show: Endpoint {
    typealias Server = API
    typealias Response = Post
    static let definition = Definition(path: "show")
}
