// says: The server is not declared: write “typealias Server = …”

import Endpoints

struct Show: Endpoint {
    typealias Response = Void
    static let definition = Definition(path: "show")
}
