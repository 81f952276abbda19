import Testing

@testable import Endpoints

@Suite struct OriginTests {
    @Test(
        "X-01 origins compare scheme, host and port",
        arguments: [
            ("http://a.example/x", "http://A.EXAMPLE:80/y?z", true),
            ("https://a.example", "https://a.example:443", true),
            ("http://a.example", "https://a.example", false),
            ("http://a.example", "http://a.example:8080", false),
            ("http://a.example", "http://a.example.org", false),
        ]
    )
    func compares(left: String, right: String, isSame: Bool) {
        #expect((Origin(url(left)) == Origin(url(right))) == isSame)
    }

    @Test(
        "credentials over plain http may reach this machine only",
        arguments: [
            ("http://127.0.0.1:8080", true), ("http://127.9.8.7", true), ("http://localhost", true),
            ("http://api.localhost", true), ("http://[::1]:80", true), ("http://127.0.0.1.example.com", false),
            ("http://localhost.example.com", false), ("http://10.0.0.1", false), ("http://127.0.0", false),
        ]
    )
    func loopback(text: String, isLoopback: Bool) {
        #expect(Origin(url(text))?.isLoopback == isLoopback)
    }

    @Test("a URL without a host has no origin", arguments: ["/path", "file:///x", "mailto:a@b.example"])
    func noOrigin(text: String) {
        #expect(Origin(url(text)) == nil)
    }
}
