/// The header fields that an endpoint's declaration comes to.
struct RequestFields {
    private(set) var all: [String: String]
    /// Whether all of them may be sent; the server may still mend those that may not.
    private(set) var areValid: Bool

    init<T: Endpoint>(
        of endpoint: __shared T,
        by plan: __shared RequestPlan<T>,
        body: __shared RequestBody?
    ) throws(EndpointError) {
        if let duplicate = plan.headers.duplicate { throw .duplicateHeader(duplicate.name) }
        all = plan.headers.constants
        areValid = plan.headers.areValid
        var declaredContentType: String?
        try plan.headers.values?.forEach(of: endpoint) { header, value throws(EndpointError) in
            do throws(ParameterValueError) {
                guard let text = try value.headerText() else { return }
                if body != nil, header.value == .contentType {
                    declaredContentType = text
                } else {
                    set(text, for: header.value)
                }
            } catch {
                throw .invalidHeader(header.value.name, reason: error.reason)
            }
        }
        if let body { set(try body.contentType(declared: declaredContentType), for: .contentType) }
    }

    private mutating func set(_ value: String, for header: Header) {
        all[header.name] = value
        if value.holdsControlCharacter { areValid = false }
    }
}
