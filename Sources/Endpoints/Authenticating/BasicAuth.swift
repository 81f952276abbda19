/// Sends a user name and password by the Basic scheme, in UTF-8 (RFC 7617).
public struct BasicAuth: AuthenticationMethod {
    private let username: Redacted<String>
    private let password: Redacted<String>

    /// Creates the method.
    ///
    /// - Parameters:
    ///   - username: the user-id. A colon in it is refused when a request is sent: it would end there (RFC 7617 §2).
    ///   - password: the password, which may hold colons.
    public init(username: String, password: String) {
        self.username = Redacted(username)
        self.password = Redacted(password)
    }

    /// Returns the request with its `Authorization` field.
    ///
    /// - Throws: ``InvalidBasicCredentials`` for a user name with a colon, or control characters in either.
    public func authenticate(request: URLRequest) async throws -> URLRequest {
        guard !username.value.contains(":") else { throw InvalidBasicCredentials.colonInUsername }
        let credentials = Data("\(username.value):\(password.value)".utf8)
        guard credentials.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
            throw InvalidBasicCredentials.controlCharacter
        }
        return try request.setting("Basic \(credentials.base64EncodedString())", for: .authorization)
    }
}

/// User names and passwords that the Basic scheme can't carry (RFC 7617 §2).
public enum InvalidBasicCredentials: LocalizedError, Sendable {
    /// The user name holds a colon.
    case colonInUsername
    /// The user name or password holds a control character.
    case controlCharacter

    /// What is wrong, without the credentials themselves.
    public var errorDescription: String? {
        switch self {
        case .colonInUsername: "A user name of the Basic scheme can't hold a colon."
        case .controlCharacter: "A user name or password of the Basic scheme can't hold control characters."
        }
    }
}

extension AuthenticationMethod where Self == BasicAuth {
    /// A user name and password by the Basic scheme.
    public static func basic(username: String, password: String) -> BasicAuth {
        BasicAuth(username: username, password: password)
    }
}
