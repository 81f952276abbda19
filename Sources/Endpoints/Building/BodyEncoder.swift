/// Turns the value of an endpoint's `body` into bytes.
///
/// `JSONEncoder`, ``URLEncodedFormEncoder`` and ``MultipartFormEncoder`` conform.
public protocol BodyEncoder: Sendable {
    /// Encodes a value; throws what the encoding throws, which arrives as
    /// ``EndpointError/bodyNotEncodable(endpoint:underlying:)``.
    func encodedBody<Value: Encodable>(for value: Value) throws -> EncodedBody
}

/// An encoded body and the media type that it has.
public struct EncodedBody: Sendable {
    /// The bytes.
    public var data: Data
    /// The value of `Content-Type` when the endpoint declares none.
    public var contentType: String

    /// Creates a body of the given bytes and type.
    public init(data: Data, contentType: String) {
        self.data = data
        self.contentType = contentType
    }
}

extension JSONEncoder: BodyEncoder {
    /// Encodes the value as `application/json`.
    public func encodedBody<Value: Encodable>(for value: Value) throws -> EncodedBody {
        EncodedBody(data: try encode(value), contentType: "application/json")
    }
}
