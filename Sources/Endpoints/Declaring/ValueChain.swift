/// What reads values from an endpoint when a request is built, one after the other.
///
/// It is a chain because a generic type's code can walk one without asking the runtime for types; with an array of
/// closures this took a tenth of the time of building a request.
final class ValueChain<Root>: Sendable {
    let read: @Sendable (Root) -> ParameterValue
    let next: ValueChain?

    private init(_ read: @escaping @Sendable (Root) -> ParameterValue, before next: ValueChain?) {
        self.read = read
        self.next = next
    }

    /// The first link of a chain of some values; nil when there are none.
    static func first(of values: [@Sendable (Root) -> ParameterValue]) -> ValueChain? {
        values.reversed().reduce(nil) { ValueChain($1, before: $0) }
    }
}
