/// Which fields hold secrets by their names, whatever their spelling: `access_token`, `accessToken`, `Access-Token`.
enum SecretNames {
    /// Whether the value of a query item, a form field, a header field or a member of an object is a secret.
    static func contain(_ name: some StringProtocol) -> Bool {
        areCertain(name) || usual.contains(normalized(name))
    }

    /// Whether the value is a secret also where others use the name for harmless things.
    static func areCertain(_ name: some StringProtocol) -> Bool {
        let name = normalized(name)
        return endings.contains { name.hasSuffix($0) }
    }

    /// Lower case, without separators; of `user[password]` what is in the brackets.
    private static func normalized(_ name: some StringProtocol) -> String {
        let decoded = name.removingPercentEncoding ?? String(name)
        let inner = decoded.split { $0 == "[" || $0 == "]" || $0 == "." }.last.map(String.init) ?? decoded
        return inner.lowercased().filter { $0 != "_" && $0 != "-" }
    }

    private static let endings = ["token", "password", "passwd", "secret", "apikey", "passphrase", "jwt"]

    /// `access` and `refresh` are what widespread token endpoints call their tokens.
    private static let usual: Set<String> = [
        "access", "refresh", "code", "codeverifier", "assertion", "clientassertion", "session", "sessionid", "otp",
        "pin",
        "pwd", "passcode", "authorization", "privatekey", "accesskey", "secretkey", "signature",
    ]
}
