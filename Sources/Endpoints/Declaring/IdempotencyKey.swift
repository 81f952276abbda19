/// What tells a server that an attempt belongs to a call that it may have carried out already
/// (draft-ietf-httpapi-idempotency-key-header).
///
/// ```swift
/// static let options = RequestOptions(retryPolicy: .standard, idempotencyKey: .generated)
/// ```
///
/// A call has one key, the same in all its attempts. A header field that the endpoint declares itself under the key's
/// name is the key. The server has to support keys: one that ignores them carries a repeated request out twice.
public struct IdempotencyKey: Sendable, Hashable {
    private let value: String?
    private let header: Header?

    /// The field's name, unless another one is given: `Idempotency-Key`.
    public static let defaultHeader: Header = "Idempotency-Key"

    /// A random UUID for each call; requests with a safe method (RFC 9110 §9.2.1) go without.
    public static let generated = IdempotencyKey(value: nil, header: nil)

    /// A random UUID for each call, in a field of another name.
    public static func generated(header: Header) -> IdempotencyKey {
        IdempotencyKey(value: nil, header: header)
    }

    /// A key of the caller's own, such as an order's identifier: two calls with the same key are one to the server.
    ///
    /// - Parameters:
    ///   - value: the key; one that is empty or can't stand in a header field ends the call with an ``EndpointError``.
    ///   - header: the field's name; nil takes that of the endpoint's or the server's options.
    public static func key(_ value: String, header: Header? = nil) -> IdempotencyKey {
        IdempotencyKey(value: value, header: header)
    }

    /// The field's name.
    var fieldName: String { (header ?? Self.defaultHeader).name }

    /// This key, in the field that `other` names when this one names none.
    func merged(over other: IdempotencyKey?) -> IdempotencyKey {
        IdempotencyKey(value: value, header: header ?? other?.header)
    }
}

extension URLRequest {
    /// The request with the key of its call, unless it has one already.
    func keyed(by key: IdempotencyKey) throws(EndpointError) -> URLRequest {
        guard !hasKey(key), let value = key.value(for: self) else { return self }
        guard !value.isBlank else { throw .invalidHeader(key.fieldName, reason: "an idempotency key can't be blank") }
        try Self.validateHeader(name: key.fieldName, value: value)
        var keyed = self
        keyed.setValue(value, forHTTPHeaderField: key.fieldName)
        return keyed
    }

    /// Whether the request has a key; a blank one tells a server nothing.
    func hasKey(_ key: IdempotencyKey) -> Bool {
        value(forHTTPHeaderField: key.fieldName).map { !$0.isBlank } ?? false
    }
}

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}

extension IdempotencyKey {
    fileprivate func value(for request: URLRequest) -> String? {
        if let value { return value }
        return HTTPMethod(rawValue: request.httpMethod ?? "GET").isSafe ? nil : UUID().uuidString
    }
}

// A key may be derived from what it stands for, so it is shown nowhere by itself.
extension IdempotencyKey: CustomStringConvertible, CustomReflectable {
    /// The field's name.
    public var description: String { fieldName }

    /// The field's name.
    public var customMirror: Mirror { Mirror(self, children: ["header": fieldName]) }
}
