// says: The response is not declared: write “typealias Response = …”

import Endpoints

struct Show: Endpoint {
    typealias Server = API
    static let definition = Definition(path: "show")
}
