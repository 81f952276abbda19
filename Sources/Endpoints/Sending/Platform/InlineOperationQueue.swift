#if canImport(FoundationNetworking)
/// A delegate queue that runs every callback at once, on the session's own serial queue.
///
/// FoundationNetworking hands each callback to its delegate queue as fast as bytes come in; those that wait in one would
/// hold a body that nobody wants any more in memory. Nothing slow may run in a callback, and an authentication challenge
/// has to be answered from another queue.
final class InlineOperationQueue: OperationQueue, @unchecked Sendable {  // Safe because it has no state of its own.
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }

    override func addOperation(_ operation: Operation) {
        operation.start()
    }
}
#endif
