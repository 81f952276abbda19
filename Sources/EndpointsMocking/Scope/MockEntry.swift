/// What is registered for an endpoint's type.
enum MockEntry<T: Endpoint>: Sendable {
    case action(MockAction<T>)
    case handler(@Sendable (MockContinuation<T>) async -> Void)
    case wire(WireResponder)

    /// What becomes of a call.
    func answer(to call: InterceptedCall<T>, of mocks: Mocks) async throws(T.TaskError) -> Interception<T> {
        let action: MockAction<T>
        let place = mocks.place()
        switch self {
        case .action(let given):
            action = given
        case .handler(let handler):
            do throws(T.TaskError) { action = try await Self.action(of: handler, for: call) } catch {
                action = .throw(error)
            }
        case .wire(let responder):
            return .transport(
                WireTransport(responder: responder, clock: mocks.clock) { request, attempt in
                    mocks.record(call.endpoint, request, attempt: attempt, at: mocks.place())
                }
            )
        }
        // One that is let through is the network's to answer.
        if !action.letsThrough { mocks.record(call.endpoint, call.request.drained, at: place) }
        return try action.answer(to: call)
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
                TransportFailure(
                    code: .mockNotResumed, detail: "the mock of \(T.self) let go of its continuation; resume it once"))
        }
    }
}
