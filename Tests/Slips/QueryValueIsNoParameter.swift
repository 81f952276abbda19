// says: requires that 'Place' conform to 'ParameterRepresentable'

import Endpoints

struct ListPosts: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(
        method: .post,
        path: "users/\(\.id)/posts",
        parameters: [.query("place", \.place), .query("tag", \.tags)]
    )
    var id: Int
    var page: Int?
    var tags: [String] = []
    var place = Place()
}

struct Place: Sendable {
    var city = ""
}
