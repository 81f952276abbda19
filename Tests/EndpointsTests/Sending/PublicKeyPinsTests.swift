import Testing

@testable import Endpoints

@Suite("Public key pins")
struct PublicKeyPinsTests {
    /// A hash that is told by a letter.
    private static func hash(_ letter: String) -> Data { Data(letter.utf8) + Data(repeating: 0, count: 31) }

    private static func pins(_ hosts: [String: [String]]) throws -> PublicKeyPins {
        try PublicKeyPins(hosts.mapValues { Set($0.map { "sha256/" + hash($0).base64EncodedString() }) })
    }

    @Test(
        "a pinned host needs a key that is known",
        arguments: [
            ("api.example.com", ["X", "A"], true), ("API.EXAMPLE.COM", ["B"], true),
            ("api.example.com", ["X"], false), ("api.example.com", [], false), ("other.example.com", ["X"], true),
            ("a.example.org", ["C"], true), ("a.example.org", ["D"], false), ("www.example.org", ["C"], false),
            ("www.example.org", ["D"], true), ("a.b.example.org", ["X"], true), ("example.org", ["X"], true),
            ("localhost", ["X"], true),
            ("api.example.com.", ["X"], false), ("a.example.org.", ["C"], true),
        ] as [(String, [String], Bool)])
    func allows(host: String, chain: [String], expected: Bool) throws {
        let pins = try Self.pins([
            "API.example.com": ["A", "B"], "*.example.org": ["C"], "www.example.org": ["D"],
        ])
        #expect(pins.allow(chain.map(Self.hash), from: host) == expected)
    }

    /// What `openssl pkey -pubout -outform DER` wrote, and how many bytes of the key's own form stand at its end.
    @Test(
        "keys take the form that openssl hashes",
        arguments: [
            (
                """
                MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQCoBkY6vfvW3MIQ0b8DQrOHKJJefdN/OveSX570bjiIE7TkH//c7eU68/b8gJuspP+o\
                gybEbp3ihOEe4GacDm9+lGbFFtxPZYbjmWH3z7ZnySTUUZdHy9eOaF2TTu4lVsSNhD0ykh4hBWm8W4aWRun9FKjA2Cn8R1/q8Ht4p8aw\
                JQIDAQAB
                """, 140
            ),
            (
                """
                MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAvDnCww0vAM5MX7eYY+6xk1qw6bQyi9rDX7CUB0ylYm3zv/8eFDluIktNuxOR\
                uPcdZ2qg0Zmp3Jm0TjfHGT5obwdhZfCjRapNMY7lBKdBLDUsrYx9yAeYFxWnFZClanilFPaN/8IYwZ1uQHtx8Z5oKGw/J1vM7oaarvjd\
                DLdklq4KENx66MXGYXrDgAG2QaoGalhft6VePGXvT3+Mhi34qKxd6zXt6oDeaZeZdj4c0MFVxiz2W56QLuYiuImSbJQ8Dj2tDCEjUW/D\
                HbzR0CtmuU9jrOFZNeStWuK8jNyuHuIkSJIQ/6U/i3OUemoWQ0G0LNQxmkqok+r+FyQa3lsiUwIDAQAB
                """, 270
            ),
        ] as [(String, Int)])
    func rsa(information: String, size: Int) throws {
        let expected = try #require(Data(base64Encoded: information))
        #expect(SubjectPublicKeyInfo.rsa(expected.suffix(size)) == expected)
    }

    @Test(
        "points of the three curves take the form that openssl hashes",
        arguments: [
            (
                """
                MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAETmxdc7Z2G7HwNfXdhLPwh7SofdOaoUP61Y6xJ8+JWYBHIdjjxuPzUvc185m8xqxLglof\
                UITXOY5M7j6XG5FVkw==
                """, 65
            ),
            (
                """
                MHYwEAYHKoZIzj0CAQYFK4EEACIDYgAEeEPQZSDb/dYyZnKE0mB2Kndw2ChZkaCG1b0YReVKImrnC8S0+Dk3WGluR/bLfPRnliAbJrkT\
                r3IU1ihvPbzQVGS5M78N4wxviwT3IfmqD0WVNZ+zDfZl5JSIDUsQ6FAe
                """, 97
            ),
            (
                """
                MIGbMBAGByqGSM49AgEGBSuBBAAjA4GGAAQAHS4mNyFpcf5E16m3WrihhMZKE+utbIniOaBCfE2RKQBG7xwLM06KdxSQOSt9Vh0FmVN3\
                Vi/q5qSGEekZ+5Fh2WsBa6bZDtPp4oFo9BBkiJPHIQX75jEM9qZ7yUNRmrBRMCptUS4UPcilt/GCl5eqiXkv91QsempnK9/LOnQrrTz/\
                Uhs=
                """, 133
            ),
        ] as [(String, Int)])
    func curves(information: String, size: Int) throws {
        let expected = try #require(Data(base64Encoded: information))
        #expect(SubjectPublicKeyInfo.ellipticCurve(expected.suffix(size)) == expected)
        #expect(SubjectPublicKeyInfo.ellipticCurve(expected.suffix(size - 1)) == nil)
    }
}
