import Testing

@testable import Endpoints

@Suite struct CredentialsTests {
    private func request(
        _ text: String = "https://api.example.com/x?a=1", _ headers: [String: String] = [:]
    ) -> URLRequest {
        var request = URLRequest(url: url(text))
        request.allHTTPHeaderFields = headers
        return request
    }

    @Test("what a method added is found by comparing")
    func compares() throws {
        var after = request("https://api.example.com/x?a=1&key=s3cr3t", ["X-Client": "demo", "X-Signature": "s3cr3t"])
        after.httpShouldHandleCookies = false
        let authenticated = try AuthenticatedRequest(after, from: request(headers: ["X-Client": "demo"]))
        #expect(authenticated.credentials.headers == ["x-signature"])
        #expect(authenticated.credentials.queryItems == ["key=s3cr3t"])
        #expect(authenticated.isRenewable)
        let shown = RedactedRequest(after, hiding: authenticated.credentials)
        #expect(shown.url == "https://api.example.com/x?a=1&key=<redacted>")
        #expect(shown.headers == ["X-Client": "demo", "X-Signature": "<redacted>"])
    }

    @Test("R-21 a declared header wins over the method's, in any spelling")
    func declaredWins() throws {
        let after = request(headers: ["Authorization": "Bearer s3cr3t"])
        let authenticated = try AuthenticatedRequest(after, from: request(headers: ["authorization": "Own"]))
        #expect(authenticated.urlRequest.value(forHTTPHeaderField: "Authorization") == "Own")
        #expect(!authenticated.isRenewable)
    }

    @Test("a method's line break is refused, and the culprit named")
    func lineBreak() {
        let after = request(headers: ["X-Key": "a\r\nX-Evil: 1"])
        #expect {
            try AuthenticatedRequest(after, from: request())
        } throws: { error in
            "\(error)".contains("X-Key")
        }
    }

    @Test("a session's own fields are credentials unless they are harmless")
    func sessionFields() {
        let plain = AuthenticatedRequest(unauthenticated: request(headers: ["X-A": "1"]))
        let outfitted = plain.outfitted(with: ["X-A": "2", "X-Api-Key": "s3cr3t", "Accept": "text/plain"])
        #expect(
            outfitted.urlRequest.allHTTPHeaderFields == ["X-A": "1", "X-Api-Key": "s3cr3t", "Accept": "text/plain"])
        #expect(outfitted.credentials.headers == ["x-api-key"])
    }

    private func request(headers: [String: String]) -> URLRequest {
        request("https://api.example.com/x?a=1", headers)
    }
}
