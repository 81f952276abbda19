/// The parameters of one place: what is known of each when the definition is made, and its value for a request.
struct ParameterList<Root>: Sendable {
    private let items: [ParameterItem]
    private let values: ValueChain<Root>?

    init(_ parameters: [EndpointParameter<Root>], in place: ParameterItem.Place) {
        let parameters = parameters.filter { $0.item.place == place }
        items = parameters.map(\.item)
        values = ValueChain.first(of: parameters.map(\.value))
    }

    var isEmpty: Bool { items.isEmpty }

    /// Appends `&name=text`, escaped, for every item that the parameters come to.
    func append(of root: Root, to bytes: inout TextBuffer) throws(EndpointError) {
        var index = 0
        var next = values
        while let value = next {
            next = value.next
            let item = items[index]
            index += 1
            do throws(ParameterValueError) {
                try item.append(value.read(root), to: &bytes)
            } catch {
                throw .invalidParameter(item.name, reason: error.reason)
            }
        }
    }
}
