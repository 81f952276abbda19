import Endpoints

typealias Declared = CookieAuth

struct API: ServerDefinition {
    static let auth = CookieAuth(name: "session", value: "value")
}
