// says: A server's auth belongs to the type

import Endpoints

struct Shop: ServerDefinition {
    var auth = BasicAuth(username: "a", password: "b")
}
