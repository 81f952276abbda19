// says: auth must be an AuthenticationMethod, and not an optional one

import Endpoints

struct Shop: ServerDefinition {
    static let auth: BasicAuth? = BasicAuth(username: "a", password: "b")
}
