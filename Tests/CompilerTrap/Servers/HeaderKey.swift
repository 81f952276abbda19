import Endpoints

typealias Declared = HeaderKeyAuth

struct API: ServerDefinition {
    static let auth = HeaderKeyAuth(key: "key", header: "X-API-Key", prefix: nil)
}
