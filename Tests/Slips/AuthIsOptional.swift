// says: auth must be an AuthenticationMethod, and not an optional one

import Endpoints

struct Show: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(path: "show")
    static let auth: BasicAuth? = BasicAuth(username: "a", password: "b")
}
