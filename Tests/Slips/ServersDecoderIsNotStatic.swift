// says: A server's encoder, decoder and options belong to the type

import Endpoints

struct Shop: ServerDefinition {
    var decoder = JSONDecoder()
}
