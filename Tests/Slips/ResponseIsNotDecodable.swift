// says: Response must be Void, Data, String or Decodable, or the endpoint must declare decode(_:from:)

import Endpoints

struct Draft: Sendable {
    var text: String
}

struct Show: Endpoint {
    typealias Server = API
    typealias Response = Draft
    static let definition = Definition(path: "show")
}
