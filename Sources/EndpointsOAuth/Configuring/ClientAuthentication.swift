/// How a client proves to the authorization server who it is (RFC 6749 §2.3).
///
/// A secret in a program that is given to others is none: apps and command-line programs are public clients.
public struct ClientAuthentication: Sendable {
    enum Way: Sendable {
        case none
        case basic(Redacted<String>)
        case basicRaw(Redacted<String>)
        case post(Redacted<String>)
    }

    let way: Way

    /// It doesn't: the client is public, and sends its identifier alone.
    public static let none = ClientAuthentication(way: .none)

    /// By HTTP Basic, with identifier and secret form-encoded before (RFC 6749 §2.3.1).
    public static func basic(secret: String) -> ClientAuthentication {
        ClientAuthentication(way: .basic(Redacted(secret)))
    }

    /// By HTTP Basic with identifier and secret as they are, for servers that don't decode them.
    public static func basicRaw(secret: String) -> ClientAuthentication {
        ClientAuthentication(way: .basicRaw(Redacted(secret)))
    }

    /// By a field of the body, for servers that don't take HTTP Basic.
    public static func post(secret: String) -> ClientAuthentication {
        ClientAuthentication(way: .post(Redacted(secret)))
    }
}
