/// A call that waits for a test to say what becomes of it.
///
/// Resume it once; what comes after the first time changes nothing. A continuation that goes away without having been
/// resumed ends its call with the transport failure ``TransportFailure/Code/mockNotResumed``.
public struct MockContinuation<T: Endpoint>: Sendable {
    /// The operation, with its inputs.
    public let endpoint: T
    /// The request as it was built, before authentication.
    public let request: URLRequest
    private let promise: Promise

    init(_ call: InterceptedCall<T>, _ result: SharedResult<MockAction<T>>) {
        endpoint = call.endpoint
        request = call.request
        promise = Promise(result)
    }

    /// Does with the call what a mock's action says.
    public func resume(with action: MockAction<T>) { promise.result.settle(.success(action)) }

    /// Returns a value.
    public func resume(returning value: T.Response) { resume(with: .return(value)) }

    /// Refuses the call with the server's own error.
    public func resume(failing error: T.ErrorResponse, status: Int = 400) {
        resume(with: .fail(error, status: status))
    }

    /// Throws an error of any stage.
    public func resume(throwing error: T.TaskError) { resume(with: .throw(error)) }

    /// Breaks itself when nobody can keep it any more.
    private final class Promise: Sendable {
        let result: SharedResult<MockAction<T>>

        init(_ result: SharedResult<MockAction<T>>) { self.result = result }

        deinit { result.settle(.failure(NotResumed())) }
    }

    /// Nobody resumed the continuation.
    struct NotResumed: Error {}
}

extension MockContinuation where T.Response == Void {
    /// Returns nothing, successfully.
    public func resume() { resume(returning: ()) }
}

extension TransportFailure.Code {
    /// A mock's continuation went away without having been resumed.
    public static let mockNotResumed = TransportFailure.Code("mockNotResumed")
}
