/// The header fields of an endpoint, written as a dictionary literal.
///
/// The order is kept. A field given twice, in any spelling, is not a trap but an
/// ``EndpointError/duplicateHeader(_:)`` when a request is built.
public struct HeaderFields<Root>: Sendable {
    /// The fields that are the same in every request, by their names.
    ///
    /// `Content-Type` is not among them, because it depends on the body.
    let constants: [String: String]
    /// The other fields.
    let values: ValueTree<Root, Boxed<Header>>?
    /// Whether all names may be sent, and the fixed values too.
    let areValid: Bool
    /// The first field that stands a second time; found once, when the definition is made.
    let duplicate: Header?
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// Creates the fields of a dictionary literal.
    public init(dictionaryLiteral elements: (Header, HeaderValue<Root>)...) {
        var seen: Set<Header> = []
        duplicate = elements.first { !seen.insert($0.0).inserted }?.0
        // Room for all, so that nothing moves when a request adds the others.
        var constants = [String: String](minimumCapacity: elements.count + 1)
        var others: [(part: Boxed<Header>, read: @Sendable (Root) -> ParameterValue)] = []
        for (name, value) in elements {
            if let constant = value.constant, name != .contentType {
                constants[name.name] = constant
            } else {
                others.append((Boxed(name), value.value))
            }
        }
        self.constants = constants
        areValid = elements.allSatisfy { name, value in
            (try? URLRequest.validateHeader(name: name.name, value: value.constant ?? "")) != nil
        }
        values = ValueTree(others)
    }
}
