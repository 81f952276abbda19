extension Endpoint {
    /// A call's options over the endpoint's over the server's.
    static func resolvedOptions(_ call: RequestOptions?) -> RequestOptions {
        let declared = options.merged(over: Server.options)
        return call?.merged(over: declared) ?? declared
    }

    /// The declared method.
    ///
    /// A debug build stops, once per endpoint type, when it is a reference type that every read makes anew.
    static func sharedAuth(for environment: Server.Environments) -> Auth {
        let method = auth(for: environment)
        assert(
            !SharedInstanceCheck.isFirst(Self.self) || SharedInstanceCheck.isShared(method, auth(for: environment)),
            SharedInstanceCheck.message(endpoint: Self.self, method: method)
        )
        return method
    }

    /// Turns the answer at the end of a call into the response, or into the error that it means.
    static func conclude(
        _ arrival: Passage.Arrival,
        journal: CallJournal
    ) throws(TaskError) -> EndpointResponse<Response> {
        let reply = arrival.reply
        let status = reply.response.statusCode
        func received(_ outcome: String) -> Received {
            Received(
                httpResponse: reply.response,
                body: reply.data,
                context: journal.context(
                    endpoint: Self.self,
                    last: journal.redacted(arrival.request),
                    status: status,
                    outcome: outcome
                )
            )
        }
        guard accepts(reply.response, body: reply.data) else {
            let error: ErrorResponse
            do {
                error = try decodeError(reply.data, from: reply.response)
            } catch {
                let received = received("unreadable refusal")
                throw .responseError(ResponseFailure(code: .undecodableError, received: received, cause: error))
            }
            throw .errorResponse(error, received("refused"))
        }
        do {
            return journal.response(try decode(reply.data, from: reply.response), arrival: arrival)
        } catch {
            let code: ResponseFailure.Code = error is EmptyBody ? .emptyBody : .undecodableBody
            throw .responseError(ResponseFailure(code: code, received: received(code.name), cause: error))
        }
    }
}

extension TransportFailure {
    /// The failure as the error of a call, with its circumstances.
    func taskError<T: Endpoint>(of endpoint: T.Type, journal: CallJournal) -> T.TaskError {
        var failure = self
        failure.context = journal.context(endpoint: T.self, last: redirectedRequest, status: nil, outcome: code.name)
        return T.TaskError(failure)
    }
}

extension BuiltRequest {
    /// Whether the request can be sent a second time; a body that is a stream can be read only once.
    var isRepeatable: Bool { urlRequest.httpBodyStream == nil }
}
