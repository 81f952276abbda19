/// Where calls run that keep their thread waiting; the threads of tasks are too few for that.
package struct BlockingQueue: Sendable {
    private let queue: DispatchQueue

    package init(label: String) {
        queue = DispatchQueue(label: label)
    }

    /// Runs the calls after those before them, and waits until they are done; a cancelled task waits too.
    package func run<Value: Sendable>(_ calls: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result(catching: calls)) }
        }
    }
}
