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
        var rest: ValueChain? = self
        while let first = rest { rest = try first.walk(depth: 64, of: root, use) }
    }

    /// Walks a part of the chain and returns what follows it.
    ///
    /// Each step is a call of its own, since those count no references, as a loop does; a long chain would fill the stack.
    private func walk(
        depth: Int,
        of root: Root,
        _ use: (Part, ParameterValue) throws(EndpointError) -> Void
    ) throws(EndpointError) -> ValueChain? {
        try use(part, read(root))
        return depth > 1 ? try next?.walk(depth: depth - 1, of: root, use) : next
    }
}
