/// The one seam of the package: whatever carries a request to a server and brings the answer back.
package protocol Transport: Sendable {
    /// Header fields that the transport adds to requests that don't have them, such as a session's own.
    var additionalHeaders: [String: String] { get }

    /// Sends one request and returns the answer as it came; a redirect is an answer.
    ///
    /// A cancelled task gets a failure with the code `cancelled` at once.
    func send(_ request: URLRequest) async throws(TransportFailure) -> TransportReply
}

extension Transport {
    /// None.
    package var additionalHeaders: [String: String] { [:] }
}

/// An answer as a transport brings it.
package struct TransportReply: Sendable {
    package let data: Data
    package let response: HTTPURLResponse

    package init(data: Data, response: HTTPURLResponse) {
        self.data = data
        self.response = response
    }
}
