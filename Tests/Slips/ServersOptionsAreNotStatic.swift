// says: A server's auth, encoder, decoder, options and defaultEnvironment belong to the type

import Endpoints

struct Shop: ServerDefinition {
    var options: RequestOptions { RequestOptions(timeout: .seconds(5)) }
}
