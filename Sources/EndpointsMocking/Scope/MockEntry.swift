/// What is registered for an endpoint's type.
enum MockEntry<T: Endpoint>: Sendable {
    case action(MockAction<T>)
    case handler(@Sendable (MockContinuation<T>) async -> Void)
    case wire(WireResponder)

    /// Waits for a handler's word; a cancelled call doesn't.
    static func action(
        of handler: @escaping @Sendable (MockContinuation<T>) async -> Void,
        for call: InterceptedCall<T>
    ) async -> MockAction<T> {
        let result = SharedResult<MockAction<T>>()
        // Made in the task, so that it goes away with the handler when nobody keeps it.
        let work = Task { await handler(MockContinuation(call, result)) }
        defer { if Task.isCancelled { work.cancel() } }
        do {
            return try await result.value()
        } catch is CancellationError {
            return .throw(.cancelled)
        } catch {
            let detail = "the mock of \(T.self) let go of its continuation; resume it once"
            return .throw(call.failure(TransportFailure(code: .mockNotResumed, detail: detail)))
        }
    }
}

/// Keeps a type's mock where the type isn't known.
final class MockBox<T: Endpoint>: Sendable {
    let entry: MockEntry<T>

    init(_ entry: MockEntry<T>) { self.entry = entry }
}
