// says: type 'Show' does not conform to protocol 'Endpoint'

import Endpoints

struct Show: Endpoint {
    typealias Response = Void
    static let definition = Definition(path: "show")
}
