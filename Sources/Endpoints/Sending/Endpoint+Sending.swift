extension Endpoint {
    /// A call's options over the endpoint's over the server's.
    static func resolvedOptions(_ call: RequestOptions?) -> RequestOptions {
        let declared = options.merged(over: Server.options)
        return call?.merged(over: declared) ?? declared
    }

    /// Whether the endpoint declares no authentication on a server that has one.
    static var isOptedOut: Bool { isNoAuth(Self.auth) && !isNoAuth(Server.auth) }

    /// Looks at the value only where the type doesn't say it: a method may be made by a read.
    private static func isNoAuth<Method>(_ method: @autoclosure () -> Method) -> Bool {
        Method.self == NoAuth.self || Method.self == (any AuthenticationMethod).self && method() is NoAuth
    }

    /// The request of a call, built, with the key by which the server recognises it.
    @inline(__always)
    func request(in environment: Server.Environments, options: RequestOptions) throws(TaskError) -> BuiltRequest {
        do throws(EndpointError) {
            let built = try built(in: environment)
            guard let key = options.idempotencyKey else { return built }
            return BuiltRequest(
                urlRequest: try built.urlRequest.keyed(by: key), mayCarryCredentials: built.mayCarryCredentials)
        } catch {
            throw CallJournal.unsent(.endpointError(error), of: Self.self, options: options)
        }
    }

    /// The declared method.
    ///
    /// A debug build stops, once per endpoint type, when it is a reference type that every read makes anew.
    static func sharedAuth(for environment: Server.Environments) -> any AuthenticationMethod {
        let method = authenticationMethod(for: environment)
        assert(
            !SharedInstanceCheck.isFirst(Self.self)
                || SharedInstanceCheck.isShared(method, authenticationMethod(for: environment)),
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
                throw .unreadableResponse(
                    ResponseFailure(code: .undecodableError, received: received("unreadable refusal"), cause: error))
            }
            throw .errorResponse(error, received("refused"))
        }
        do {
            return journal.response(try decode(reply.data, from: reply.response), arrival: arrival)
        } catch {
            let code: ResponseFailure.Code = error is EmptyBody ? .emptyBody : .undecodableBody
            throw .unreadableResponse(ResponseFailure(code: code, received: received(code.name), cause: error))
        }
    }
}

extension CallJournal {
    /// The failure of a call whose time is over.
    func deadlineExceeded<T: Endpoint>(of endpoint: T.Type) -> T.TaskError {
        TransportFailure(code: .deadlineExceeded).taskError(of: endpoint, journal: self)
    }
}

extension TransportFailure {
    /// The failure as the error of a call, with its circumstances.
    func taskError<T: Endpoint>(of endpoint: T.Type, journal: CallJournal) -> T.TaskError {
        journal.keep(metrics)
        let status = reply?.response.statusCode
        let context = journal.context(last: redirectedRequest, status: status, outcome: code.name)
        switch code {
        case .tooLarge, .headersTooLarge:
            return .unreadableResponse(ResponseFailure(code: code, reply: reply, context: context))
        case .signInEnded:
            var error = journal.signInEnd ?? .notAuthenticated
            error.received = journal.refusal
            return .authenticationError(error)
        default:
            var failure = self
            failure.context = context
            return T.TaskError(failure)
        }
    }
}
