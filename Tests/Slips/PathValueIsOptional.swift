// says: key path value type 'Int?' cannot be converted to contextual type 'Int'

import Endpoints

struct ListPosts: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(
        method: .post,
        path: "users/\(\.page)",
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
