import Endpoints

typealias Declared = HeaderKeyAuth

struct API: ServerDefinition {
    static let auth = HeaderKeyAuth(key: "production")

    static func auth(for environment: TypicalEnvironments) -> HeaderKeyAuth {
        environment == .production ? auth : HeaderKeyAuth(key: "test")
    }
}
