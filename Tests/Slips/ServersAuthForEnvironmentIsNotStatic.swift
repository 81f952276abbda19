// says: A server's auth(for:) belongs to the type

import Endpoints

struct Shop: ServerDefinition {
    func auth(for environment: TypicalEnvironments) -> BasicAuth {
        BasicAuth(username: "a", password: "b")
    }
}
