// says: A server's auth, encoder, decoder, options and defaultEnvironment belong to the type

import Endpoints

struct Shop: ServerDefinition {
    var auth = BasicAuth(username: "a", password: "b")
}
