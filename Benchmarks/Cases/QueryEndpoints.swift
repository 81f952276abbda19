import Endpoints

/// An endpoint with a number of query items.
protocol ParameterScaling: Endpoint {
    var values: [String] { get }
}

extension ParameterScaling {
    static func queryItems(_ count: Int) -> Definition {
        Definition(
            path: "products",
            parameters: (0..<count).map { number in .query("parameter\(number)", { $0.values[number] }) })
    }
}

struct Query0: ParameterScaling {
    typealias Server = ShopAPI
    typealias Response = Void
    static let definition: Definition = queryItems(0)
    let values: [String]
}

struct Query1: ParameterScaling {
    typealias Server = ShopAPI
    typealias Response = Void
    static let definition: Definition = queryItems(1)
    let values: [String]
}

struct Query8: ParameterScaling {
    typealias Server = ShopAPI
    typealias Response = Void
    static let definition: Definition = queryItems(8)
    let values: [String]
}

struct Query64: ParameterScaling {
    typealias Server = ShopAPI
    typealias Response = Void
    static let definition: Definition = queryItems(64)
    let values: [String]
}

struct Query512: ParameterScaling {
    typealias Server = ShopAPI
    typealias Response = Void
    static let definition: Definition = queryItems(512)
    let values: [String]
}
