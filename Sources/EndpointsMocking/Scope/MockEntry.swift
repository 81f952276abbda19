/// What is registered for an endpoint's type.
enum MockEntry<T: Endpoint>: Sendable {
    case action(MockAction<T>)
    case handler(@Sendable (MockContinuation<T>) async -> Void)
    case wire(WireResponder)

    /// What becomes of a call.
    func answer(to call: InterceptedCall<T>, of mocks: Mocks) async throws(T.TaskError) -> Interception<T> {
        switch self {
        case .action(let action):
            mocks.record(call.endpoint, call.request, attempt: 1)
            return try action.answer(to: call)
        case .handler(let handler):
            mocks.record(call.endpoint, call.request, attempt: 1)
            return try await Self.action(of: handler, for: call).answer(to: call)
        case .wire(let responder):
            return .transport(
                WireTransport(responder: responder, clock: mocks.clock) { request, attempt in
                    mocks.record(call.endpoint, request, attempt: attempt)
                }
            )
        }
    }

    /// Waits for a handler's word; a cancelled call doesn't.
    private static func action(
        of handler: @escaping @Sendable (MockContinuation<T>) async -> Void,
        for call: InterceptedCall<T>
    ) async throws(T.TaskError) -> MockAction<T> {
        let result = SharedResult<MockAction<T>>()
        // Made in the task, so that it goes away with the handler when nobody keeps it.
        let work = Task { await handler(MockContinuation(call, result)) }
        defer { if Task.isCancelled { work.cancel() } }
        do {
            return try await result.value()
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw call.failure(
                TransportFailure(code: .mockNotResumed, detail: "the mock of \(T.self) ended without resuming"))
        }
    }
}
