/// A value on the heap, so that what holds it is small.
///
/// Every async function that may fail keeps room for its error as long as it waits, and there may be ten thousand.
final class Boxed<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
