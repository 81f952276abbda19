// says only: value of type 'Place' has no member 'cty'

import Endpoints

struct ListPosts: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(
        method: .post,
        path: "users/\(\.id)/posts",
        parameters: [.query("city", \.place.cty), .query("tag", \.tags)]
    )
    var id: Int
    var page: Int?
    var tags: [String] = []
    var place = Place()
}

struct Place: Sendable {
    var city = ""
}
