// says: A server with environments of its own declares the default one

import Endpoints

enum Place: Hashable, Sendable {
    case home, abroad
}

struct Shop: ServerDefinition {
    func baseURL(for environment: Place) -> URL? {
        switch environment {
        case .home: URL(string: "https://shop.example")
        case .abroad: nil
        }
    }
}
