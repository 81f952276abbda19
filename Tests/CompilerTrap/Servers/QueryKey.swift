import Endpoints

typealias Declared = QueryKeyAuth

struct API: ServerDefinition {
    static let auth = QueryKeyAuth(key: "key", name: "api_key")
}
