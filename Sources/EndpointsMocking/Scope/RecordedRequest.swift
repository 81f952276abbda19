/// A request that a mock answered.
public struct RecordedRequest<T: Endpoint>: Sendable {
    /// The operation, with its inputs.
    public let endpoint: T
    /// The request, with its body.
    ///
    /// A wire mock gets it with its credentials, a typed mock before authentication.
    public let urlRequest: URLRequest
    /// Which attempt of its call it was, from 1; a redirect that was followed counts as one.
    public let attempt: Int

    /// The body; empty when there is none.
    public var body: Data { urlRequest.httpBody ?? Data() }
}

extension RecordedRequest: CustomStringConvertible, CustomReflectable {
    /// Method, path and attempt; the rest may hold credentials.
    public var description: String {
        "\(urlRequest.httpMethod ?? "GET") \(urlRequest.url?.path ?? ""), attempt \(attempt)"
    }

    /// What the description shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
