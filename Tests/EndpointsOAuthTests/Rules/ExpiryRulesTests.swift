import EndpointsOAuth
import Foundation
import Testing

/// The lifetime of a token, as servers tell it.
@Suite(.timeLimit(.minutes(5)))
struct ExpiryRulesTests {
    @Test(
        "R-14 A lifetime is a number, a text of one or a decimal",
        arguments: ["3600", #""3600""#, "3600.0", #""3600.0""#, "3.6e3", "3600.00"]
    )
    func hour(value: String) async throws {
        let before = Date()
        let end = try #require(try await end(of: value))
        #expect(end >= before + 3600 && end <= Date() + 3600)
    }

    @Test(
        "R-14 What is no lifetime leaves the end unknown, and the token good",
        arguments: [
            #""soon""#, "[]", "true", "false", #""""#, "null", "{}", "[3600]", #""NaN""#, #""nan""#, #""inf""#,
            #""-inf""#, #""Infinity""#, #""3600s""#, #""3600 seconds""#, #""1,000""#, #""true""#,
        ]
    )
    func unknown(value: String) async throws {
        #expect(try await end(of: value) == nil)
    }

    @Test("R-15 A missing lifetime leaves the end unknown")
    func missing() async throws {
        let pair = try await TokenAnswer(text: #"{"access_token":"A1"}"#).read().tokenPair
        #expect(pair.accessToken == "A1")
        #expect(pair.expiresAt == nil)
    }

    @Test("R-15 A lifetime of zero has ended now", arguments: ["0", #""0""#, "0.0"])
    func zero(value: String) async throws {
        let before = Date()
        let end = try #require(try await end(of: value))
        #expect(end >= before && end <= Date())
    }

    @Test("R-14 A negative lifetime is no future", arguments: ["-1", #""-5""#, "-1e300", "-9223372036854775808"])
    func negative(value: String) async throws {
        let end = try await end(of: value)
        #expect(end.map { $0 <= Date() } ?? true)
    }

    @Test(
        "R-14 A huge lifetime is far away, or unknown",
        arguments: [
            "1e300", #""1e300""#, "9223372036854775807", "18446744073709551615", #""99999999999999999999999""#,
            "315360000000",
        ]
    )
    func huge(value: String) async throws {
        let end = try await end(of: value)
        #expect(end.map { $0 > Date() + 86_400 * 365 && $0.timeIntervalSinceReferenceDate.isFinite } ?? true)
        if let end {
            let text = try JSONEncoder().encode(end)
            #expect(!text.isEmpty)
        }
    }

    @Test("R-14 A fraction of a second is one")
    func fraction() async throws {
        let before = Date()
        let end = try #require(try await end(of: "60.5"))
        #expect(end >= before + 60 && end <= Date() + 61)
    }

    @Test("R-14 Lifetimes in a form are read too")
    func form() async throws {
        let before = Date()
        let pair = try await TokenAnswer(text: "access_token=A1&expires_in=3600", type: "text/plain").read().tokenPair
        #expect(pair.expiresAt.map { $0 >= before + 3600 && $0 <= Date() + 3600 } == true)
        #expect(try await TokenAnswer(text: "access_token=A1&expires_in=", type: "").read().tokenPair.expiresAt == nil)
    }

    private func end(of value: String) async throws -> Date? {
        let pair = try await TokenAnswer(text: #"{"access_token":"A1","expires_in":\#(value)}"#).read().tokenPair
        #expect(pair.accessToken == "A1")
        return pair.expiresAt
    }
}
