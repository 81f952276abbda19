/// A delegate queue that runs every callback at once, on the session's own serial queue.
///
/// FoundationNetworking hands each callback to its delegate queue; the hop costs more than all that our callbacks do.
/// Nothing slow may run in one, and an authentication challenge has to be answered from another queue.
final class InlineOperationQueue: OperationQueue, @unchecked Sendable {  // Safe because it has no state of its own.
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }

    override func addOperation(_ operation: Operation) {
        operation.start()
    }
}
