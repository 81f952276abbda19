import Endpoints

typealias Declared = BasicAuth

struct API: ServerDefinition {
    static let auth = BasicAuth(username: "user", password: "password")
}
