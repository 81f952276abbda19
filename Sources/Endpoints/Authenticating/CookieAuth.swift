/// Sends a cookie of its own (RFC 6265 §4.2).
///
/// The session's cookie storage takes no part in such a request unless asked: neither are its cookies sent, nor those
/// of the answer stored, so that one account's cookie never meets another's.
public struct CookieAuth: AuthenticationMethod {
    private let name: String
    private let value: Redacted<String>
    /// Redacted too, since a storage shows its cookies.
    private let storage: Redacted<HTTPCookieStorage?>

    /// Creates the method.
    ///
    /// - Parameters:
    ///   - name: the cookie's name.
    ///   - value: the cookie's value, sent as it is. A name or value that would end the cookie is refused when a request
    ///     is sent.
    ///   - storage: cookies that go along, except one of the same name; the session then also keeps the cookies of the
    ///     answer. None unless given.
    public init(name: String, value: String, alongside storage: HTTPCookieStorage? = nil) {
        self.name = name
        self.value = Redacted(value)
        self.storage = Redacted(storage)
    }

    /// Returns the request with its `Cookie` field.
    ///
    /// - Throws: ``InvalidCookie`` for a name that is not a token, or a value with characters that end a cookie.
    public func authenticate(request: URLRequest) async throws -> URLRequest {
        guard Header(name).isValid, value.value.utf8.allSatisfy(Self.isCookieCharacter) else {
            throw InvalidCookie(name: name)
        }
        let others = (storage.value?.cookies ?? []).filter { $0.name != name }
        let along = request.url.flatMap { CookieJar.fieldValue(of: others, for: $0) }.map { "; \($0)" } ?? ""
        var request = try request.setting("\(name)=\(value.value)\(along)", for: .cookie)
        request.httpShouldHandleCookies = storage.value != nil
        return request
    }

    /// RFC 6265 §4.1.1, and what browsers send besides: all but controls, space, comma, semicolon and backslash.
    private static func isCookieCharacter(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: ";") && byte != UInt8(ascii: ",")
            && byte != UInt8(ascii: "\\")
    }
}

/// A cookie whose name or value can't be sent (RFC 6265 §4.1.1).
public struct InvalidCookie: LocalizedError, Sendable {
    /// The cookie's name.
    public let name: String

    /// What is wrong, without the value.
    public var errorDescription: String? {
        "The cookie “\(name.escapedForDisplay)” has a name or value with characters that a cookie can't hold."
    }
}

extension AuthenticationMethod where Self == CookieAuth {
    /// A cookie of the given name and value.
    public static func cookie(name: String, value: String) -> CookieAuth {
        CookieAuth(name: name, value: value)
    }
}
