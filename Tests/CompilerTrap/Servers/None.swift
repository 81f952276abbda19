import Endpoints

typealias Declared = NoAuth

struct API: ServerDefinition {
    static var auth: NoAuth { NoAuth() }
}
