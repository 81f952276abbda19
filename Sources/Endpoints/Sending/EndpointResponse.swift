/// A response together with the answer that it was read from.
public struct EndpointResponse<Value: Sendable>: Sendable {
    /// What the endpoint decoded.
    public let value: Value
    /// The body, as it came.
    public let data: Data
    let head: AnswerHead
    /// The number of attempts that it took.
    public let attempts: Int
    /// The time from the start of the call.
    public let duration: Duration
    /// What was measured of the last attempt's last request; nil where nothing is, as by mocks.
    public let metrics: RequestMetrics?
    let sentRequest: SentRequest

    /// The head of the answer.
    public var httpResponse: HTTPURLResponse { head.response(to: sentRequest.urlRequest) }

    /// The request that was answered, with its credentials; after a redirect, the last one.
    public var request: URLRequest { sentRequest.urlRequest }

    /// A command that sends the request from a shell, with placeholders for secrets unless asked for them.
    public func curlCommand(showingSecrets: Bool = false) -> String {
        sentRequest.curlCommand(showingSecrets: showingSecrets)
    }
}

extension EndpointResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The request without its credentials, the status, and the size of the body.
    public var description: String {
        "\(sentRequest): status \(httpResponse.statusCode), \(data.count) bytes"
    }

    /// The request without its credentials, the status, and the size of the body.
    public var debugDescription: String { description }

    /// The value, and what the description shows.
    public var customMirror: Mirror {
        Mirror(self, children: ["value": value, "description": description])
    }
}
