/// The value of a header field: fixed text, or read from the endpoint.
public struct HeaderValue<Root>: Sendable {
    let value: @Sendable (Root) -> ParameterValue
    /// The text, where it is the same in every request.
    let constant: String?

    /// A value that is read from the endpoint, usually through a key path; nil leaves the field out.
    ///
    /// Arrays are joined by a comma (RFC 9110 §5.6.1), dates are written as HTTP dates (RFC 9110 §5.6.7).
    public static func field<Value: ParameterRepresentable>(
        _ value: @escaping @Sendable (Root) -> Value
    ) -> HeaderValue {
        HeaderValue(value: { value($0).parameterValue }, constant: nil)
    }

    /// A value that is read through a key path; nil leaves the field out.
    ///
    /// It lets the compiler name a misspelt member of a key path.
    @_disfavoredOverload
    public static func field<Value: ParameterRepresentable>(
        _ keyPath: any KeyPath<Root, Value> & Sendable
    ) -> HeaderValue {
        field { $0[keyPath: keyPath] }
    }
}

extension HeaderValue: ExpressibleByStringInterpolation {
    /// Creates a fixed value.
    public init(stringLiteral value: String) {
        self.init(value: { _ in .text(value) }, constant: value)
    }
}

extension ParameterValue {
    /// The value as a header field carries it; nil leaves the field out.
    func headerText() throws(ParameterValueError) -> String? {
        switch self {
        case .date(let date):
            guard ISO8601Dates.string(from: date) != nil else {
                throw ParameterValueError(reason: ISO8601Dates.unwritable)
            }
            return HTTPDate.string(from: date)
        case .list(let values):
            var texts: [String] = []
            for value in values { if let text = try value.headerText() { texts.append(text) } }
            return texts.isEmpty ? nil : texts.joined(separator: ", ")
        default: return try text(style: .standard)
        }
    }
}
