/// Carries the attempts of one call to a wire mock.
struct WireTransport: Transport {
    let responder: WireResponder
    let clock: (any Clock<Duration>)?
    let record: @Sendable (URLRequest, Int) -> Void
    /// Makes the encoder of the server that the call is for.
    private let makeEncoder: @Sendable () -> JSONEncoder
    private let attempts = Locked(0)

    var skipsPauses: Bool { clock == nil }

    init<T: Endpoint>(to call: InterceptedCall<T>, responder: WireResponder, mocks: Mocks) {
        self.responder = responder
        clock = mocks.clock
        makeEncoder = { T.Server.encoder }
        record = { request, attempt in
            mocks.record(call.endpoint, request, attempt: attempt, at: mocks.place())
        }
    }

    func send(_ request: URLRequest) async throws(TransportFailure) -> TransportReply {
        guard !Task.isCancelled else { throw TransportFailure(code: .cancelled) }
        let attempt = attempts.withLock { attempts in
            attempts += 1
            return attempts
        }
        let request = request.drained
        record(request, attempt)
        switch try await reply(to: request) {
        case .failure(let failure): throw failure
        case .answer(let status, let headers, let content):
            let body = try data(of: content)
            // What has no content has none here either (RFC 9112 §6.3).
            let hasContent = request.httpMethod != "HEAD" && status >= 200 && status != 204 && status != 304
            return try TransportReply(status: status, headers: headers, data: hasContent ? body : Data(), to: request)
        }
    }

    private func reply(to request: URLRequest) async throws(TransportFailure) -> WireReply.Content {
        do {
            let reply = try await answer(to: request)
            if reply.delay > .zero { try await (clock ?? TimeLimit.clock).sleep(for: reply.delay.bounded) }
            try Task.checkCancellation()
            return reply.content
        } catch let failure as TransportFailure {
            throw failure
        } catch is CancellationError {
            throw TransportFailure(code: .cancelled)
        } catch let error as URLError {
            throw TransportFailure(error)
        } catch {
            throw Self.failure(of: error)
        }
    }

    private func data(of body: WireReply.Body) throws(TransportFailure) -> Data {
        switch body {
        case .data(let data): return data
        case .json(let value):
            do {
                return try makeEncoder().encode(value)
            } catch {
                // No more than the type: the error may quote a value.
                let detail = "the server's encoder can't encode the mock's \(type(of: value)): \(type(of: error))"
                throw TransportFailure(code: .other, detail: detail)
            }
        }
    }

    /// Shows no more than the type: the error may quote a value.
    private static func failure(of error: any Error) -> TransportFailure {
        TransportFailure(code: .other, detail: "the mock threw \(type(of: error))")
    }

    /// Waits for the mock's word; a cancelled attempt doesn't, whatever the mock does.
    private func answer(to request: URLRequest) async throws -> WireReply {
        let next: @Sendable (URLRequest, Int) async throws -> WireReply
        switch responder.source {
        case .list(let reply): return try reply(responder.number())
        case .function(let function): next = function
        }
        let result = SharedResult<WireReply>()
        let work = Task { [responder] in
            result.settle(await Result { try await next(request, responder.number()) })
        }
        defer { if Task.isCancelled { work.cancel() } }
        return try await result.value()
    }
}
