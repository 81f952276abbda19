import Endpoints

typealias Declared = CallerAuth

struct API: ServerDefinition {
    static let auth = CallerAuth()
}
