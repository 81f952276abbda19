// says: auth belongs to the type

import Endpoints

struct Show: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(path: "show")
    let auth: any AuthenticationMethod
}
