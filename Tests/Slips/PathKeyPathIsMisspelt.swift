// says only: value of type 'ListPosts' has no member 'pge'

import Endpoints

struct ListPosts: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(
        method: .post,
        path: "users/\(\.id)/posts/\(\.pge)",
        parameters: [.query("tag", \.tags)]
    )
    var id: Int
    var page: Int?
    var tags: [String] = []
    var place = Place()
}

struct Place: Sendable {
    var city = ""
}
