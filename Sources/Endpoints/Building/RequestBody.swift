/// The body that an endpoint's declaration comes to: form fields, or the `body` property, or none.
struct RequestBody {
    let data: Data
    private let encodedType: String

    /// Encodes the body of an endpoint; nil when there is none.
    init?<T: Endpoint>(of endpoint: T, definition: EndpointDefinition<T>) throws(EndpointError) {
        let isForm = definition.parameters.contains { $0.place == .form }
        let encoded = T.Body.self == NoBody.self ? nil : try Self.encoded(endpoint)
        if isForm, encoded != nil { throw .bodyAndForm(endpoint: String(describing: T.self)) }
        if isForm {
            data = try Self.form(definition.parameters, of: endpoint)
            encodedType = "application/x-www-form-urlencoded"
        } else if let encoded {
            data = encoded.data
            encodedType = encoded.contentType
        } else {
            return nil
        }
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

    private static func encoded<T: Endpoint>(_ endpoint: T) throws(EndpointError) -> EncodedBody? {
        let body = endpoint.body
        if let optional = body as? any OptionalValue, optional.isNil { return nil }
        if let data = body as? Data { return EncodedBody(data: data, contentType: "application/octet-stream") }
        do {
            return try T.bodyEncoder.encodedBody(for: body)
        } catch {
            throw .bodyNotEncodable(endpoint: String(describing: T.self), underlying: error)
        }
    }

    private static func form<T: Endpoint>(
        _ parameters: [EndpointParameter<T>],
        of endpoint: T
    ) throws(EndpointError) -> Data {
        var bytes: [UInt8] = []
        for parameter in parameters where parameter.place == .form {
            do throws(ParameterValueError) {
                try parameter.value(endpoint).writeItems(named: parameter.name, style: parameter.style) { name, text in
                    if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
                    PercentEncoding.appendForm(name, to: &bytes)
                    bytes.append(UInt8(ascii: "="))
                    PercentEncoding.appendForm(text, to: &bytes)
                }
            } catch {
                throw .invalidParameter(parameter.name, reason: error.reason)
            }
        }
        return Data(bytes)
    }
}
