/// What a JWT says about its own life; nothing else of it is looked at.
///
/// `exp` and `iat` are told by the server's clock (RFC 7519 §4.1), which may differ from this device's.
struct JWTLifetime: Sendable {
    /// When the token ends, by the server's clock.
    let end: Date
    /// When it was made, by the server's clock.
    let start: Date?

    /// Reads the claims of a token; nil for one that is no JWT or doesn't say when it ends.
    init?(ofToken token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Data(base64URL: String(parts[1])),
            let claims = try? JSONDecoder().decode(Claims.self, from: payload), let exp = claims.exp
        else { return nil }
        end = exp
        start = claims.iat
    }

    /// When the token ends by the clock of the device that received it; nil when that can't be told.
    ///
    /// The lifetime counts from receipt. Without a beginning there is only the end, and an end that is past when the
    /// token comes says no more than that the two clocks differ.
    func end(receivedAt date: Date) -> Date? {
        if let start, end > start { return date.addingTimeInterval(end.timeIntervalSince(start)) }
        return end > date ? end : nil
    }

    private struct Claims: Decodable {
        let exp: Date?
        let iat: Date?

        private enum CodingKeys: CodingKey { case exp, iat }

        /// More than three thousand years from 1970, which no token lives to see.
        private static let furthest = 1e11

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            exp = Self.date(.exp, in: container)
            iat = Self.date(.iat, in: container)
        }

        /// A claim that isn't a number of seconds counts as none.
        private static func date(_ key: CodingKeys, in container: KeyedDecodingContainer<CodingKeys>) -> Date? {
            guard let seconds = try? container.decode(Double.self, forKey: key), abs(seconds) < furthest else {
                return nil
            }
            return Date(timeIntervalSince1970: seconds)
        }
    }
}
