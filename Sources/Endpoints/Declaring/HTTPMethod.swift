/// What a request asks the server to do with the resource: an open set of case-sensitive names (RFC 9110 §9.1).
///
/// Use one of the constants, or write another method as a string literal (`"PROPFIND"`). `"get"` is not ``get``.
///
/// A name that is empty or not a token (RFC 9110 §5.6.2), for example one with a space or a line break, can be made but
/// not sent: building a request with it throws an error. `CONNECT` has no constant since it opens a tunnel through a
/// proxy and addresses no endpoint.
public struct HTTPMethod: Sendable {
    /// The name as it stands in the request line.
    public let rawValue: String

    /// Whether the name may be sent: it is a token by RFC 9110 §5.6.2.
    package let isValid: Bool

    /// Names a method, whether or not it has a constant.
    ///
    /// Any text is accepted here; a name that isn't a token (RFC 9110 §5.6.2) is refused with an error when a request is
    /// built with it.
    ///
    /// - Parameter rawValue: The method's name; case matters.
    public init(rawValue: String) {
        self.rawValue = rawValue
        isValid = rawValue.isToken
    }
}

extension HTTPMethod {
    /// Asks for the current representation of the resource (RFC 9110 §9.3.1).
    public static let get = HTTPMethod(rawValue: "GET")

    /// Asks for what GET would answer, without the content (RFC 9110 §9.3.2).
    public static let head = HTTPMethod(rawValue: "HEAD")

    /// Hands the content to the resource to process as it sees fit (RFC 9110 §9.3.3).
    public static let post = HTTPMethod(rawValue: "POST")

    /// Creates the resource or replaces its state with the content (RFC 9110 §9.3.4).
    public static let put = HTTPMethod(rawValue: "PUT")

    /// Applies the changes that the content describes to the resource (RFC 5789 §2).
    public static let patch = HTTPMethod(rawValue: "PATCH")

    /// Asks the server to remove the resource from under its URL (RFC 9110 §9.3.5).
    public static let delete = HTTPMethod(rawValue: "DELETE")

    /// Asks which ways of communication the resource or the server offers (RFC 9110 §9.3.7).
    public static let options = HTTPMethod(rawValue: "OPTIONS")

    /// Asks for the request back as the last recipient received it (RFC 9110 §9.3.8).
    public static let trace = HTTPMethod(rawValue: "TRACE")
}

extension HTTPMethod {
    /// Whether the client asks for no change on the server: GET, HEAD, OPTIONS and TRACE (RFC 9110 §9.2.1).
    ///
    /// A method without a constant counts as not safe.
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace: true
        default: false
        }
    }

    /// Whether sending the request twice is meant to have the effect of sending it once (RFC 9110 §9.2.2).
    ///
    /// True for the safe methods, PUT and DELETE. A method without a constant counts as not idempotent.
    public var isIdempotent: Bool {
        isSafe || self == .put || self == .delete
    }

    /// Whether a request with this method may carry no body: GET, HEAD and TRACE in any case.
    ///
    /// Case is ignored although methods are case-sensitive, since `URLSession` refuses a body for `get` as well.
    package var forbidsBody: Bool {
        switch rawValue {
        case "GET", "HEAD", "TRACE": true
        case "POST", "PUT", "PATCH", "DELETE": false
        default: ["get", "head", "trace"].contains { rawValue.isASCIIEqual(to: $0) }
        }
    }
}

extension HTTPMethod: RawRepresentable {}

extension HTTPMethod: Hashable {}

extension HTTPMethod: ExpressibleByStringLiteral {
    /// Lets a string literal stand where a method is expected.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension HTTPMethod: CustomStringConvertible {
    /// The name as it stands in the request line.
    public var description: String { rawValue }
}
