/// A call whose request has been built, and what it takes to answer it in the place of a server.
///
/// An object, since it is handed on several times, and a generic value's layout is looked up wherever it goes.
package final class InterceptedCall<T: Endpoint>: Sendable {
    /// The operation, with its inputs.
    package let endpoint: T
    /// The request as it was built, before authentication.
    package let request: URLRequest
    private let journal: CallJournal

    init(_ endpoint: T, _ request: URLRequest, journal: CallJournal) {
        self.endpoint = endpoint
        self.request = request
        self.journal = journal
    }

    /// An answer with a value.
    package func response(_ value: T.Response, with head: HeadDescription) -> EndpointResponse<T.Response> {
        journal.answer(value, to: request, with: head)
    }

    /// The server's refusal.
    package func refusal(_ error: T.ErrorResponse, with head: HeadDescription) -> T.TaskError {
        let reply = head.reply(to: request)
        let status = reply.response.statusCode
        let context = journal.context(last: nil, status: status, outcome: "refused")
        return .errorResponse(error, Received(httpResponse: reply.response, body: reply.data, context: context))
    }

    /// A failure on the way.
    package func failure(_ failure: TransportFailure) -> T.TaskError {
        failure.taskError(of: T.self, journal: journal)
    }

    /// A request of the call as it may be shown and kept: what authentication added to it is left out.
    package func redacted(_ sent: URLRequest) -> RedactedRequest {
        RedactedRequest(sent, hiding: Credentials(from: outfitted(like: sent), to: sent))
    }

    /// The values that are credentials in a request of the call, as they stand in its fields and its query.
    package func credentialValues(in sent: URLRequest) -> [String] {
        var before = outfitted(like: sent)
        // The items of a redirect's address are the server's.
        if before.url?.path != sent.url?.path || before.url?.host != sent.url?.host { before.url = sent.url }
        let credentials = Credentials(from: before, to: sent)
        let fields = (sent.allHTTPHeaderFields ?? [:]).filter {
            credentials.contains(header: $0.key) || Redaction.isSensitive(header: $0.key)
        }
        return fields.values + credentials.queryItems.map { String($0.drop { $0 != "=" }.dropFirst()) }
    }

    /// The built request with the fields of a session that are nobody's credentials.
    private func outfitted(like sent: URLRequest) -> URLRequest {
        var outfitted = request
        for (name, value) in sent.allHTTPHeaderFields ?? [:] where AuthenticatedRequest.harmless.contains(Header(name))
        {
            outfitted.setValue(value, forHTTPHeaderField: name)
        }
        return outfitted
    }
}

extension TransportReply {
    /// An answer to a request, as a server would give it.
    ///
    /// - Throws: a failure with the code `other` for a status or a field that can't be part of an answer.
    package init(
        status: Int,
        headers: [String: String],
        data: Data,
        to request: URLRequest
    ) throws(TransportFailure) {
        for (name, value) in headers where !Self.isField(name, value) {
            throw TransportFailure(code: .other, detail: "a field that a mock has can't be part of an answer")
        }
        guard (100...999).contains(status), let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: headers)
        else { throw TransportFailure(code: .other, detail: "status \(status) can't be part of an answer") }
        self.init(data: data, response: response)
    }

    /// Whether a field can be in an answer: a name of token characters, a value without control characters (RFC 9110 §5).
    private static func isField(_ name: String, _ value: String) -> Bool {
        Header(name).isValid && value.utf8.allSatisfy { $0 == 9 || $0 >= 32 && $0 != 127 }
    }
}
