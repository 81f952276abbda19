// says: cannot satisfy nonisolated requirement
// flags: -default-isolation MainActor

import Endpoints

protocol Shown: Endpoint where Server == API {
    var text: String { get }
}

extension Shown {
    static var definition: Definition { Definition(method: .post, path: "show") }
    var body: [String: String] { ["text": text] }
}

nonisolated struct Show: Shown {
    typealias Response = Void
    var text: String
}
