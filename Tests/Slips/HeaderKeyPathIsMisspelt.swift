// says only: value of type 'ListPosts' has no member 'pge'

import Endpoints

struct ListPosts: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(
        method: .post,
        path: "users/\(\.id)/posts",
        parameters: [.query("tag", \.tags)],
        headers: [.accept: "text/plain", "X-Page": .field(\.pge)]
    )
    var id: Int
    var page: Int?
    var tags: [String] = []
    var place = Place()
}

struct Place: Sendable {
    var city = ""
}
