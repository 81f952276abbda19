// says only: an authenticated endpoint cannot be sent by endpointTask, which cannot wait for its authentication; use 'try await response(with:)'

import Endpoints

struct Show: Endpoint {
    typealias Server = API
    typealias Response = Void
    static let definition = Definition(path: "show")
    static let auth = HeaderKeyAuth(key: "key")
}

func start() throws {
    try URLSession.shared.endpointTask(with: Show()) { print($0) }.resume()
}
