import Endpoints

/// A token of the model: its text says to which sign-in and to which pair it belongs.
struct Token: Hashable, Sendable {
    /// The sign-in.
    let session: Int
    /// The place of the pair among those of the sign-in.
    let number: Int

    var access: String { "a\(session).\(number)" }
    var refresh: String { "r\(session).\(number)" }

    init(session: Int, number: Int) {
        self.session = session
        self.number = number
    }

    /// Reads an access or refresh token; nil for anything else.
    init?(_ text: String) {
        let parts = text.dropFirst().split(separator: ".")
        guard parts.count == 2, let session = Int(parts[0]), let number = Int(parts[1]) else { return nil }
        self.init(session: session, number: number)
    }

    var next: Token { Token(session: session, number: number + 1) }
}
