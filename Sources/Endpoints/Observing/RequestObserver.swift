/// Is told what happens during calls.
///
/// ```swift
/// struct API: ServerDefinition {
///     static let options = RequestOptions(observers: [LogObserver()])
/// }
/// ```
public protocol RequestObserver: Sendable {
    /// Takes note of something that has just happened.
    ///
    /// It is called in the order of the events of a call, on the task that carries it, which waits meanwhile: nothing
    /// slow may run here. The events of several calls arrive at the same time.
    func observe(_ event: RequestEvent)
}
