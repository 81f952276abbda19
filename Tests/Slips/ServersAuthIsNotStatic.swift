// says: A server's auth, encoder, decoder and options belong to the type

import Endpoints

struct Shop: ServerDefinition {
    var auth = BasicAuth(username: "a", password: "b")
}
