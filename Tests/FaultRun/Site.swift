import Endpoints

/// The server of the run, or a port that nobody listens on.
struct Site: ServerDefinition {
    typealias Environments = URL

    static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
}

/// A method as a type, so that two endpoints serve every kind of call.
protocol Verb: Sendable {
    static var method: HTTPMethod { get }
}

enum Getting: Verb {
    static var method: HTTPMethod { .get }
}

enum Posting: Verb {
    static var method: HTTPMethod { .post }
}

enum Putting: Verb {
    static var method: HTTPMethod { .put }
}

enum Deleting: Verb {
    static var method: HTTPMethod { .delete }
}

/// A call without a body, which tells the server how to treat it.
struct Ask<Method: Verb>: Endpoint {
    typealias Server = Site
    typealias Response = String

    static var definition: Definition {
        Definition(method: Method.method, path: "calls/\(\.id)/\(\.fault)/\(\.strikes)")
    }

    var id: Int
    var fault: String
    var strikes: Int

    init(_ call: Call) {
        id = call.id
        fault = call.fault.rawValue
        strikes = call.strikes
    }
}

/// The same with a body.
struct Deliver<Method: Verb>: Endpoint {
    typealias Server = Site
    typealias Response = String

    static var definition: Definition {
        Definition(
            method: Method.method, path: "calls/\(\.id)/\(\.fault)/\(\.strikes)", headers: [.contentType: "text/plain"])
    }

    var id: Int
    var fault: String
    var strikes: Int
    var body: Data

    init(_ call: Call) {
        id = call.id
        fault = call.fault.rawValue
        strikes = call.strikes
        body = call.body
    }
}
