/// The parameters of one place: what is known of each when the definition is made, and its value for a request.
struct ParameterList<Root>: Sendable {
    private let values: ValueTree<Root, ParameterItem>?

    init(_ parameters: [EndpointParameter<Root>], in place: ParameterItem.Place) {
        values = ValueTree(parameters.filter { $0.item.place == place }.map { (part: $0.item, read: $0.value) })
    }

    var isEmpty: Bool { values == nil }

    /// Appends `&name=text`, escaped, for every item that the parameters come to.
    func append(of root: Root, to bytes: inout TextBuffer) throws(EndpointError) {
        try values?.forEach(of: root) { item, value throws(EndpointError) in
            do throws(ParameterValueError) {
                try item.append(value, to: &bytes)
            } catch {
                throw .invalidParameter(item.name, reason: error.reason)
            }
        }
    }
}
