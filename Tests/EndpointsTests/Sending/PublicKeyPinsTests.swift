import Testing

@testable import Endpoints

@Suite("Public key pins")
struct PublicKeyPinsTests {
    private let pins = PublicKeyPins([
        "API.example.com": ["sha256/AAA=", "BBB="], "*.example.org": ["CCC="], "www.example.org": ["DDD="],
    ])

    @Test(
        "a pinned host needs a key that is known",
        arguments: [
            ("api.example.com", ["XXX=", "AAA="], true), ("API.EXAMPLE.COM", ["BBB="], true),
            ("api.example.com", ["XXX="], false), ("api.example.com", [], false), ("other.example.com", ["XXX="], true),
            ("a.example.org", ["CCC="], true), ("a.example.org", ["DDD="], false), ("www.example.org", ["CCC="], false),
            ("www.example.org", ["DDD="], true), ("a.b.example.org", ["XXX="], true), ("example.org", ["XXX="], true),
            ("localhost", ["XXX="], true),
        ] as [(String, [String], Bool)])
    func allows(host: String, chain: [String], expected: Bool) {
        #expect(pins.allow(chain, from: host) == expected)
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
