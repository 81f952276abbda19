import Foundation
import Testing

@testable import EndpointsOAuth

/// What the system's browser sheet waits for, and what its errors mean.
@Suite("The browser sheet", .timeLimit(.minutes(5)))
struct WebAuthenticationRulesTests {
    private static let domain = "com.apple.AuthenticationServices.WebAuthenticationSession"

    @Test(
        "the sheet waits for the redirect URI's scheme, or for its host and path over https",
        arguments: [
            ("myapp://callback", .customScheme("myapp")), ("com.example.app:/cb", .customScheme("com.example.app")),
            ("MyApp:/cb", .customScheme("myapp")),
            ("https://example.com/cb", .https(host: "example.com", path: "/cb")),
            ("HTTPS://example.com:443/a/b", .https(host: "example.com", path: "/a/b")),
            ("https://example.com", .https(host: "example.com", path: "/")),
        ] as [(String, WebAuthenticationCallback)])
    func callbacks(redirectURI: String, expected: WebAuthenticationCallback) throws {
        #expect(try WebAuthenticationCallback(redirectURI: redirectURI) == expected)
    }

    @Test(
        "a redirect URI that no sheet can wait for is an error that names it",
        arguments: ["http://127.0.0.1:8080/cb", "https://example.com:8443/cb", "/cb", "", "https:///cb"])
    func refused(redirectURI: String) {
        #expect {
            try WebAuthenticationCallback(redirectURI: redirectURI)
        } throws: { error in
            guard case OAuthError.invalidConfiguration(let reason) = error else { return false }
            return reason.contains("“\(redirectURI)”")
        }
    }

    @Test(
        "only a sheet that the user closed and a cancelled task count as cancelled",
        arguments: [
            (NSError(domain: domain, code: 1), "cancelled"), (CancellationError(), "cancelled"),
            (NSError(domain: domain, code: 2), "invalidConfiguration"),
            (NSError(domain: domain, code: 3), "invalidConfiguration"),
            (NSError(domain: domain, code: 4), "presentationFailed"),
            (NSError(domain: NSCocoaErrorDomain, code: 1), "presentationFailed"),
            (URLError(.notConnectedToInternet), "presentationFailed"), (OAuthError.timedOut, "timedOut"),
            (nil, "missingCode"),
        ] as [((any Error)?, String)])
    func meanings(error: (any Error)?, expected: String) {
        let meaning = OAuthError(ofSheet: error, sheetErrorDomain: Self.domain)
        #expect(meaning.caseName == expected)
    }

    @Test("a failure of the sheet says which, and keeps its cause")
    func failure() throws {
        let cause = NSError(domain: "Sheet", code: 7, userInfo: [NSLocalizedDescriptionKey: "s3cr3t"])
        let error = OAuthError(ofSheet: cause, sheetErrorDomain: Self.domain)
        guard case .presentationFailed(let underlying) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(underlying as NSError === cause)
        #expect(error.description.contains("Sheet, code 7"))
        #expect(!error.description.contains("s3cr3t"))
    }

    @Test("systems without https callbacks say which have them")
    func olderSystems() {
        #expect(WebAuthenticationCallback.httpsNeedsNewerSystem.description.contains("iOS 17.4, macOS 14.4"))
    }
}

extension OAuthError {
    /// The name of the case.
    fileprivate var caseName: String {
        switch self {
        case .cancelled: "cancelled"
        case .invalidConfiguration: "invalidConfiguration"
        case .presentationFailed: "presentationFailed"
        case .timedOut: "timedOut"
        case .missingCode: "missingCode"
        default: "\(self)"
        }
    }
}
