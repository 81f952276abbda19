// says: A server with environments of its own declares the default one

import Endpoints

enum Place: Hashable, Sendable {
    case home, abroad
}

struct Shop: ServerDefinition {
    var baseURLs: [Place: URL] { [.home: URL(filePath: "/not-asked")] }
}
