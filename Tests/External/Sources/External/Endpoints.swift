import Endpoints

/// What httpbin tells about a request.
struct Echo: Decodable, Sendable {
    let url: String
    let headers: [String: String]
    let data: String?
    let form: [String: String]?
    let files: [String: String]?
}

/// A flat endpoint: its properties are its inputs.
struct ListPosts: Endpoint {
    typealias Server = HTTPBin
    typealias Response = Echo
    static let definition = Definition(
        path: "anything/users/\(\.user)/posts",
        parameters: [.query("page", \.page), .query("tag", \.tags), .query(constant: "draft", false)],
        headers: ["X-Language": .field(\.language), "X-Client": "external"]
    )
    var user: String
    var page: Int?
    var tags: [String] = []
    var language: String?
}

/// A nested endpoint: its inputs are grouped, and its body is JSON.
struct AddPost: Endpoint {
    typealias Server = HTTPBin
    typealias Response = Echo
    static let definition = Definition(
        method: .put,
        path: "anything/users/\(\.pathComponents.user)/posts/\(\.pathComponents.post)"
    )

    struct PathComponents: Sendable {
        var user: Int
        var post: UUID
    }

    struct Draft: Encodable, Sendable {
        var title: String
    }

    var pathComponents: PathComponents
    var body: Draft
}

/// A generic endpoint: httpbin answers with the JSON that it is given.
struct Answer<Value: Decodable & Sendable>: Endpoint {
    typealias Server = HTTPBin
    typealias Response = Value
    static var definition: Definition { Definition(path: "base64/\(\.json.base64)") }
    var json: String
}

extension String {
    /// The text as httpbin's `/base64` takes it.
    var base64: String {
        Data(utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }
}

/// Fields declared one by one.
struct PostFields: Endpoint {
    typealias Server = HTTPBin
    typealias Response = Echo
    static let definition = Definition(
        method: .post,
        path: "post",
        parameters: [.form("name", \.name), .form(constant: "grant_type", "password")]
    )
    var name: String
}

/// A whole value as a form.
struct PostForm: Endpoint {
    typealias Server = HTTPBin
    typealias Response = Echo
    static let definition = Definition(method: .post, path: "post")
    static var bodyEncoder: any BodyEncoder { URLEncodedFormEncoder() }

    struct Order: Encodable, Sendable {
        struct Address: Encodable, Sendable {
            var city: String
        }

        var item: String
        var address: Address
    }

    var body: Order
}

/// A file and a text.
struct Upload: Endpoint {
    typealias Server = HTTPBin
    typealias Response = Echo
    static let definition = Definition(method: .post, path: "post")
    static var bodyEncoder: any BodyEncoder { MultipartFormEncoder() }

    struct Form: Encodable, Sendable {
        var caption: String
        var file: MultipartFile
    }

    var body: Form
}

struct Delay: Endpoint {
    typealias Server = HTTPBin
    typealias Response = Void
    static let definition = Definition(path: "delay/\(\.seconds)")
    var seconds: Int
}

/// The same operation on two services with their own environments.
struct ShowKeyed: Endpoint {
    typealias Server = KeyedBin
    typealias Response = Echo
    static let definition = Definition(path: "show")
}

struct ShowRegional: Endpoint {
    typealias Server = RegionalBin
    typealias Response = Echo
    static let definition = Definition(path: "show")
}
