/// What reads values from an endpoint when a request is built, one after the other, each beside what it is for.
///
/// It is a tree because a generic type's code can walk one without asking the runtime for types, and without counting
/// references: with an array of closures this took a tenth of the time of building a request. It is balanced, so that
/// neither its walk nor its end fills the stack, however many values there are.
final class ValueTree<Root, Part: AnyObject & Sendable>: Sendable {
    private let part: Part
    private let read: @Sendable (Root) -> ParameterValue
    private let before: ValueTree?
    private let after: ValueTree?

    /// Keeps the order of the values; nil when there are none.
    convenience init?(_ values: [(part: Part, read: @Sendable (Root) -> ParameterValue)]) {
        self.init(values[...])
    }

    private init?(_ values: ArraySlice<(part: Part, read: @Sendable (Root) -> ParameterValue)>) {
        guard !values.isEmpty else { return nil }
        let middle = values.startIndex + values.count / 2
        (part, read) = values[middle]
        before = ValueTree(values[..<middle])
        after = ValueTree(values[(middle + 1)...])
    }

    /// Hands over each part with its value, in their order.
    func forEach(
        of root: Root,
        _ use: (Part, ParameterValue) throws(EndpointError) -> Void
    ) throws(EndpointError) {
        try before?.forEach(of: root, use)
        try use(part, read(root))
        try after?.forEach(of: root, use)
    }
}
