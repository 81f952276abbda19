/// The form in which a public key is hashed for a pin: a DER `SubjectPublicKeyInfo` (RFC 5280 §4.1.2.7).
enum SubjectPublicKeyInfo {
    /// The form of an RSA key, from its `RSAPublicKey` (RFC 3279 §2.3.1).
    static func rsa(_ key: Data) -> Data {
        let algorithm: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01, 0x05, 0x00]
        return encoded(algorithm, key)
    }

    /// The form of a key on a NIST curve, from its uncompressed point (RFC 5480 §2); nil for another curve.
    static func ellipticCurve(_ point: Data) -> Data? {
        let curve: [UInt8]
        switch point.count {
        case 65: curve = [0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]
        case 97: curve = [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x22]
        case 133: curve = [0x06, 0x05, 0x2B, 0x81, 0x04, 0x00, 0x23]
        default: return nil
        }
        return encoded([0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01] + curve, point)
    }

    private static func encoded(_ algorithm: [UInt8], _ key: Data) -> Data {
        // A bit string begins with the number of bits that are left over, which is none.
        element(0x30, element(0x30, Data(algorithm)) + element(0x03, [0] + key))
    }

    /// An element of DER: its tag, the length of its content, the content (X.690 §8.1).
    private static func element(_ tag: UInt8, _ content: Data) -> Data {
        var length = content.count
        guard length > 127 else { return Data([tag, UInt8(length)]) + content }
        var bytes: [UInt8] = []
        while length > 0 {
            bytes.insert(UInt8(truncatingIfNeeded: length), at: 0)
            length >>= 8
        }
        return Data([tag, 0x80 | UInt8(bytes.count)]) + bytes + content
    }
}
