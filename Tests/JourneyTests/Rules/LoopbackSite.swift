import Endpoints
import LoopbackServer
import Testing

/// A server definition whose environment is the address of a loopback server; nothing is sent without one.
struct LoopbackSite: ServerDefinition {
    typealias Environments = URL

    static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
}

/// A server definition with an error body of its own.
struct ProblemSite: ServerDefinition {
    typealias Environments = URL

    struct ErrorResponse: Decodable, Sendable, Equatable {
        var code: String
    }

    static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
}

/// A method as a type, so that one endpoint serves every row of a table.
protocol Verb: Sendable {
    static var method: HTTPMethod { get }
}

enum Getting: Verb {
    static var method: HTTPMethod { .get }
}

enum Heading: Verb {
    static var method: HTTPMethod { .head }
}

enum Posting: Verb {
    static var method: HTTPMethod { .post }
}

enum Putting: Verb {
    static var method: HTTPMethod { .put }
}

enum Patching: Verb {
    static var method: HTTPMethod { .patch }
}

enum Deleting: Verb {
    static var method: HTTPMethod { .delete }
}

/// Sends nothing but its method, to a place deep enough for relative references.
struct Visit<Method: Verb>: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static var definition: Definition {
        Definition(
            method: Method.method, path: "a/b/start", parameters: [.query(constant: "x", 1)],
            headers: ["X-Client": "demo"]
        )
    }
}

/// Sends bytes with a declared type.
struct Deliver<Method: Verb>: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static var definition: Definition {
        Definition(method: Method.method, path: "a/b/start", headers: [.contentType: "text/x-parcel"])
    }

    var body: Data
}

/// Fetches a text by its name.
struct Item: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(path: "items/\(\.name)")

    var name: String
}

/// Fetches a text from a server with typed errors.
struct Problem: Endpoint {
    typealias Server = ProblemSite
    typealias Response = String

    static let definition = Definition(path: "problem")
}

/// A call was expected to fail and did not.
struct UnexpectedSuccess: Error {}

extension URLSession {
    /// The error of a call that has to fail.
    func failure<T: Endpoint>(
        of endpoint: T, environment: T.Server.Environments, auth: (any AuthenticationMethod)? = nil,
        options: RequestOptions? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> T.TaskError {
        switch await result(with: endpoint, environment: environment, auth: auth, options: options) {
        case .success(let value):
            Issue.record("succeeded with \(value)", sourceLocation: sourceLocation)
            throw UnexpectedSuccess()
        case .failure(let error):
            return error
        }
    }

    /// A session without anything of other tests in it.
    static func fresh(
        connections: Int? = nil, _ change: (URLSessionConfiguration) -> Void = { _ in }
    ) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        if let connections { configuration.httpMaximumConnectionsPerHost = connections }
        change(configuration)
        return .forEndpoints(configuration: configuration)
    }

    /// Waits until so many requests are in the line for a connection; not where connections aren't counted.
    func lines(hold count: Int) async {
        while let waiting = waitingRequestCount, waiting < count, !Task.isCancelled { await Task.yield() }
    }
}

extension EndpointTaskError {
    /// The code of a transport failure.
    var transportCode: TransportFailure.Code? {
        if case .transportError(let failure) = self { failure.code } else { nil }
    }

    /// The name of the code of a failure without an answer that could be used.
    var faultName: String? {
        if case .unreadableResponse(let failure) = self { failure.code.name } else { transportCode?.name }
    }

    /// The declaration's fault.
    var endpointFault: EndpointError? {
        if case .endpointError(let error) = self { error } else { nil }
    }

    /// The authentication's fault.
    var authenticationFault: AuthenticationError? {
        if case .authenticationError(let error) = self { error } else { nil }
    }

    /// What came with a typed error response.
    var received: Received? {
        if case .errorResponse(_, let received) = self { received } else { nil }
    }
}
