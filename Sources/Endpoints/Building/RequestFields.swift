/// The header fields that an endpoint's declaration comes to.
struct RequestFields {
    private(set) var all: [String: String]
    /// Whether all of them may be sent; the server may still mend those that may not.
    private(set) var areValid: Bool
    /// The `Content-Type` that the endpoint declares, if it does.
    private(set) var declaredType: String?
    // In the spelling that it is declared in.
    private var contentType = Header.contentType

    init<T: Endpoint>(of endpoint: __shared T, by plan: __shared RequestPlan<T>) throws(EndpointError) {
        if let duplicate = plan.headers.duplicate { throw .duplicateHeader(duplicate.name) }
        all = plan.headers.constants
        areValid = plan.headers.areValid
        try plan.headers.values?.forEach(of: endpoint) { header, value throws(EndpointError) in
            do throws(ParameterValueError) {
                guard let text = try value.headerText() else { return }
                if header.value == .contentType {
                    contentType = header.value
                    declaredType = text
                } else {
                    set(text, for: header.value)
                }
            } catch {
                throw .invalidHeader(header.value.name, reason: error.reason)
            }
        }
        if let declaredType, !MediaType.isValid(declaredType) {
            throw .invalidHeader(
                contentType.name, reason: "it is not a media type, such as application/json (RFC 9110 §8.3.1)")
        }
    }

    /// Sets `Content-Type`, which depends on the body.
    mutating func setContentType(of body: __shared RequestBody?) throws(EndpointError) {
        if let type = try body?.contentType(declared: declaredType) ?? declaredType { set(type, for: contentType) }
    }

    private mutating func set(_ value: String, for header: Header) {
        all[header.name] = value
        if value.holdsControlCharacter { areValid = false }
    }
}
