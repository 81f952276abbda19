/// What reads values from an endpoint when a request is built, one after the other, each beside what it is for.
///
/// It is a chain because a generic type's code can walk one without asking the runtime for types, and without counting
/// references: with an array of closures this took a tenth of the time of building a request.
final class ValueChain<Root, Part: AnyObject & Sendable>: Sendable {
    private let part: Part
    private let read: @Sendable (Root) -> ParameterValue
    private let next: ValueChain?

    private init(
        _ part: Part,
        _ read: @escaping @Sendable (Root) -> ParameterValue,
        before next: ValueChain?
    ) {
        self.part = part
        self.read = read
        self.next = next
    }

    /// The first link of a chain of some parts and their values; nil when there are none.
    static func first(of links: [(part: Part, read: @Sendable (Root) -> ParameterValue)]) -> ValueChain? {
        links.reversed().reduce(nil) { ValueChain($1.part, $1.read, before: $0) }
    }

    /// Hands over each part with its value, in their order.
    func forEach(
        of root: Root,
        _ use: (Part, ParameterValue) throws(EndpointError) -> Void
    ) throws(EndpointError) {
        try use(part, read(root))
        try next?.forEach(of: root, use)
    }
}
