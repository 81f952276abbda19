/// The header fields that an endpoint's declaration comes to.
struct RequestFields {
    private(set) var all: [String: String]
    /// Whether all of them may be sent; the server may still mend those that may not.
    private(set) var areValid: Bool

    init<T: Endpoint>(of endpoint: __shared T, by plan: RequestPlan<T>, body: RequestBody?) throws(EndpointError) {
        if let duplicate = plan.headers.duplicate { throw .duplicateHeader(duplicate.name) }
        all = plan.headers.constants
        areValid = plan.headers.areValid
        var declaredContentType: String?
        var index = 0
        var next = plan.headers.values
        while let value = next {
            next = value.next
            let header = plan.headers.names[index]
            index += 1
            do throws(ParameterValueError) {
                guard let text = try value.read(endpoint).headerText() else { continue }
                if body != nil, header == .contentType {
                    declaredContentType = text
                } else {
                    set(text, for: header)
                }
            } catch {
                throw .invalidHeader(header.name, reason: error.reason)
            }
        }
        if let body { set(try body.contentType(declared: declaredContentType), for: .contentType) }
    }

    private mutating func set(_ value: String, for header: Header) {
        all[header.name] = value
        if value.holdsControlCharacter { areValid = false }
    }
}
