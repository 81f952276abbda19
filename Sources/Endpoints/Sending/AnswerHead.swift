/// The head of an answer: a server's, or what stands for it, of which most callers never look at more than the value.
enum AnswerHead: Sendable {
    case received(HTTPURLResponse)
    case described(HeadDescription)

    /// The head as the platform has it.
    func response(to request: URLRequest) -> HTTPURLResponse {
        switch self {
        case .received(let response): response
        case .described(let description): description.response(to: request)
        }
    }
}

/// A status and header fields that can be part of an answer; a response with them is made when it is asked for.
package final class HeadDescription: Sendable {
    private let status: Int
    private let headers: [String: String]
    /// Stands in where the platform makes no response for an address.
    private let sample: HTTPURLResponse

    /// Checks a status and header fields.
    ///
    /// - Throws: a failure with the code `other` when they can't be part of an answer.
    package init(status: Int, headers: [String: String]) throws(TransportFailure) {
        let request = URLRequest(url: URL(fileURLWithPath: "/", isDirectory: true))
        sample = try TransportReply(status: status, headers: headers, data: Data(), to: request).response
        self.status = status
        self.headers = headers
    }

    /// An answer without a body.
    func reply(to request: URLRequest) -> TransportReply {
        TransportReply(data: Data(), response: response(to: request))
    }

    func response(to request: URLRequest) -> HTTPURLResponse {
        request.url.flatMap {
            HTTPURLResponse(url: $0, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        } ?? sample
    }
}
