/// The body that an endpoint's declaration comes to: form fields, or the `body` property, or none.
struct RequestBody {
    let data: Data
    private let encodedType: String

    /// How a type of body is encoded; found out once, as asking a value for its type costs more than encoding some.
    enum Kind {
        case none
        case data
        case optional
        case encodable

        init(_ type: any Encodable.Type) {
            self =
                switch type {
                case is NoBody.Type: .none
                case is Data.Type: .data
                case is any OptionalValue.Type: .optional
                default: .encodable
                }
        }
    }

    /// Encodes the body of an endpoint; nil when there is none.
    static func make<T: Endpoint>(of endpoint: T, by plan: RequestPlan<T>) throws(EndpointError) -> RequestBody? {
        let encoded = try Self.encoded(endpoint, as: plan.bodyKind)
        if !plan.form.isEmpty {
            guard encoded == nil else { throw .bodyAndForm(endpoint: String(describing: T.self)) }
            var bytes = TextBuffer()
            try plan.form.append(of: endpoint, to: &bytes)
            return RequestBody(
                data: bytes.data(droppingFirst: "&".utf8.count), encodedType: "application/x-www-form-urlencoded")
        }
        return encoded.map { RequestBody(data: $0.data, encodedType: $0.contentType) }
    }

    /// The value of `Content-Type`: the declared one wins, but a multipart body needs its boundary in it.
    func contentType(declared: String?) throws(EndpointError) -> String {
        guard let declared else { return encodedType }
        guard let boundary = MediaType(encodedType).boundary else { return declared }
        let mediaType = MediaType(declared)
        guard mediaType.essence.hasPrefix("multipart/") else {
            throw .invalidHeader("Content-Type", reason: "the body is multipart, so its type must be multipart/… too")
        }
        guard let declaredBoundary = mediaType.boundary else { return "\(declared); boundary=\(boundary)" }
        guard declaredBoundary == boundary else {
            throw .invalidHeader("Content-Type", reason: "its boundary is not the body's; leave the boundary out")
        }
        return declared
    }

    private static func encoded<T: Endpoint>(
        _ endpoint: T,
        as kind: Kind
    ) throws(EndpointError) -> EncodedBody? {
        if kind == .none { return nil }
        let body = endpoint.body
        if kind == .optional, let optional = body as? any OptionalValue, optional.isNil { return nil }
        if kind != .encodable, let data = body as? Data {
            return EncodedBody(data: data, contentType: "application/octet-stream")
        }
        do {
            return try T.bodyEncoder.encodedBody(for: body)
        } catch {
            throw .bodyNotEncodable(endpoint: String(describing: T.self), underlying: error)
        }
    }
}
