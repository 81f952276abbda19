import Foundation
import Testing

@testable import EndpointsOAuth

/// Base64 for URLs (RFC 4648 §5), without padding.
@Suite(.timeLimit(.minutes(5)))
struct Base64URLRulesTests {
    @Test(
        "O-05 Base64 for URLs writes the vectors of RFC 4648 without padding, and reads them",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ]
    )
    func vectors(text: String, encoded: String) {
        #expect(Data(text.utf8).base64URL == encoded)
        #expect(Data(base64URL: encoded) == Data(text.utf8))
    }

    @Test("O-05 Base64 for URLs has - and _ where base64 has + and /")
    func alphabet() {
        #expect(Data([0xFB, 0xFF, 0xBF]).base64URL == "-_-_")
        #expect(Data(base64URL: "-_-_") == Data([0xFB, 0xFF, 0xBF]))
        #expect(Data([0xFF]).base64URL == "_w")
    }

    @Test("O-05 Base64 for URLs comes back from every length")
    func roundTrip() {
        for length in 0..<200 {
            let data = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ length) })
            let text = data.base64URL
            #expect(Data(base64URL: text) == data)
            #expect(!text.contains { "+/=".contains($0) })
        }
    }

    @Test("O-05 Padded base64 for URLs is read", arguments: ["Zg==", "Zg="])
    func padding(text: String) {
        #expect(Data(base64URL: text) == Data("f".utf8))
    }

    @Test("O-05 What is no base64 for URLs is nil", arguments: ["Zg!", "Z", "Zm 8", "Zé9v", "Zm\n9v", "Zm9vY"])
    func garbage(text: String) {
        #expect(Data(base64URL: text) == nil)
    }

    @Test("O-05 The plain alphabet is none for URLs", arguments: ["+_-_", "-/-_"])
    func plainAlphabet(text: String) {
        #expect(Data(base64URL: text) == nil)
    }
}
