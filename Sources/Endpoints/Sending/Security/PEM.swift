/// Certificates in PEM (RFC 7468 §5).
enum PEM {
    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"

    /// The number of certificates that a text says it has.
    static func count(in text: Data) -> Int { parts(of: text).count }

    /// The certificates of a text, in DER; one that isn't base64 is left out.
    static func certificates(in text: Data) -> [Data] {
        parts(of: text).compactMap { part in
            part.range(of: end).flatMap {
                Data(base64Encoded: String(part[..<$0.lowerBound]), options: .ignoreUnknownCharacters)
            }
        }
    }

    private static func parts(of text: Data) -> ArraySlice<String> {
        String(decoding: text, as: UTF8.self).components(separatedBy: begin).dropFirst()
    }
}
