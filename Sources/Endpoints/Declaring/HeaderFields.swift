/// The header fields of an endpoint, written as a dictionary literal.
///
/// The order is kept. A field given twice, in any spelling, is not a trap but an
/// ``EndpointError/duplicateHeader(_:)`` when a request is built.
public struct HeaderFields<Root>: Sendable {
    let fields: [(header: Header, value: HeaderValue<Root>)]
    /// The first field that stands a second time; found once, when the definition is made.
    let duplicate: Header?
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
    /// Creates the fields of a dictionary literal.
    public init(dictionaryLiteral elements: (Header, HeaderValue<Root>)...) {
        var seen: Set<Header> = []
        duplicate = elements.first { !seen.insert($0.0).inserted }?.0
        fields = elements.map { (header: $0.0, value: $0.1) }
    }
}
