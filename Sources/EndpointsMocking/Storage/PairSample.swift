/// A pair that a store must be able to keep; its tokens are made up.
struct PairSample: Sendable {
    let name: String
    let pair: TokenPair

    static let bare = PairSample(name: "an access token alone", pair: TokenPair(accessToken: "bare-access"))
    static let full = PairSample(
        name: "a pair with dates that have fractions",
        pair: TokenPair(
            accessToken: "full-access",
            refreshToken: "full-refresh",
            expiresAt: Date(timeIntervalSince1970: 1_800_000_000.125),
            refreshExpiresAt: Date(timeIntervalSince1970: 1_900_000_000.875),
            signInID: UUID(uuidString: "5DA0E2B4-3F0C-4F6E-9C39-0D3A7A1C2B11")
        )
    )

    static let all = [
        bare, full,
        PairSample(
            name: "a pair with an empty refresh token",
            pair: TokenPair(accessToken: "access", refreshToken: "")
        ),
        PairSample(
            name: "a pair with one date",
            pair: TokenPair(accessToken: "access", expiresAt: Date(timeIntervalSince1970: 0.5))
        ),
        PairSample(
            name: "a pair with the other date",
            pair: TokenPair(
                accessToken: "access",
                refreshToken: "refresh",
                refreshExpiresAt: Date(timeIntervalSince1970: 4_000_000_000.5)
            )
        ),
        PairSample(
            name: "tokens with quotes and of many alphabets",
            pair: TokenPair(
                accessToken: #"a"b'c\d\u0041/e+f=%20&<g>;--"#,
                refreshToken: "ключ 鍵 🔑👩‍👩‍👧 e\u{301} \u{e9} \u{202e}"
            )
        ),
        PairSample(
            name: "tokens of 16 KB",
            pair: TokenPair(
                accessToken: String(repeating: "eyJhbGciOiJub25l", count: 1024),
                refreshToken: String(repeating: "0123456789abcde~", count: 1024)
            )
        ),
    ]

    /// A pair whose fields all tell its number, so that a mixture of two is no third.
    static func numbered(_ number: Int) -> TokenPair {
        TokenPair(
            accessToken: "access-\(number)-" + String(repeating: "a", count: number * 40),
            refreshToken: "refresh-\(number)",
            expiresAt: Date(timeIntervalSince1970: 1_800_000_000 + Double(number)),
            refreshExpiresAt: Date(timeIntervalSince1970: 1_900_000_000 + Double(number))
        )
    }
}

extension TokenPair {
    /// What another pair has differently, in words and without a token's value; nil when it is the same.
    ///
    /// Tokens are compared byte by byte, dates to the millisecond.
    func difference(to other: TokenPair?) -> String? {
        guard let other else { return "there is no pair" }
        return Self.difference(accessToken, other.accessToken, "the access token")
            ?? Self.difference(refreshToken, other.refreshToken, "the refresh token")
            ?? Self.difference(expiresAt, other.expiresAt, "expiresAt")
            ?? Self.difference(refreshExpiresAt, other.refreshExpiresAt, "refreshExpiresAt")
            ?? (signInID == other.signInID ? nil : "signInID is another one")
    }

    private static func difference(_ expected: String?, _ found: String?, _ name: String) -> String? {
        switch (expected, found) {
        case (nil, nil): nil
        case (nil, let found?): "\(name) is \(found.isEmpty ? "empty" : "there") instead of nil"
        case (let expected?, nil): "\(name) is nil instead of \(expected.isEmpty ? "empty" : "there")"
        case (let expected?, let found?) where expected.utf8.count != found.utf8.count:
            "\(name) has \(found.utf8.count) bytes instead of \(expected.utf8.count)"
        case (let expected?, let found?):
            expected.utf8.elementsEqual(found.utf8) ? nil : "\(name) has the right length and another content"
        }
    }

    private static func difference(_ expected: Date?, _ found: Date?, _ name: String) -> String? {
        switch (expected, found) {
        case (nil, nil): return nil
        case (nil, _): return "\(name) is a date instead of nil"
        case (_, nil): return "\(name) is nil instead of a date"
        case (let expected?, let found?):
            let distance = found.timeIntervalSince(expected)
            return abs(distance) < 0.001 ? nil : "\(name) is off by \(distance) seconds"
        }
    }
}
