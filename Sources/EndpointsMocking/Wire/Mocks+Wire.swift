extension Mocks {
    /// Answers every attempt of an endpoint's calls as a server would.
    ///
    /// - Parameters:
    ///   - endpoint: the type.
    ///   - status: 200 by default.
    ///   - headers: none by default.
    ///   - body: empty by default.
    public func respond<T: Endpoint>(
        to endpoint: T.Type,
        status: Int = 200,
        headers: [String: String] = [:],
        body: Data = Data()
    ) {
        let reply = WireReply.status(status, headers: headers, body: body)
        register(.wire(WireResponder(.list { _ in reply })), for: endpoint)
    }

    /// Answers every attempt of an endpoint's calls with a value's JSON, written by the server's encoder.
    ///
    /// - Parameters:
    ///   - endpoint: the type.
    ///   - status: 200 by default.
    ///   - headers: what is sent besides `Content-Type: application/json`.
    ///   - value: the body; one that can't be encoded fails the call.
    public func respond<T: Endpoint>(
        to endpoint: T.Type,
        status: Int = 200,
        headers: [String: String] = [:],
        json value: some Encodable & Sendable
    ) {
        register(.wire(WireResponder(.list { _ in try .json(value, status: status, headers: headers) })), for: endpoint)
    }

    /// Answers attempts with one reply after the other; the last one repeats.
    ///
    /// ```swift
    /// mocks.respond(to: ListPosts.self, with: .status(401), .text("[]"))
    /// ```
    public func respond<T: Endpoint>(to endpoint: T.Type, with first: WireReply, _ more: WireReply...) {
        let replies = [first] + more
        register(.wire(WireResponder(.list { replies[min($0, replies.count - 1)] })), for: endpoint)
    }

    /// Answers each attempt by what a function makes of its request.
    ///
    /// - Parameters:
    ///   - endpoint: the type.
    ///   - reply: gets the request with its credentials. A ``TransportFailure`` or `URLError` that it throws is the
    ///     attempt's failure.
    public func respond<T: Endpoint>(
        to endpoint: T.Type,
        by reply: @escaping @Sendable (URLRequest) async throws -> WireReply
    ) {
        register(.wire(WireResponder(.function { request, _ in try await reply(request) })), for: endpoint)
    }

    /// Answers each attempt of every endpoint that has no mock of its own here.
    ///
    /// - Parameter reply: gets the request with its credentials, and how many others of these have been answered before.
    ///   A ``TransportFailure`` or `URLError` that it throws is the attempt's failure.
    public func respondToOthers(by reply: @escaping @Sendable (URLRequest, Int) async throws -> WireReply) {
        setOthers(WireResponder(.function(reply)))
    }
}
