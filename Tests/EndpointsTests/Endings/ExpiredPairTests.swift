import Endpoints
import Testing

@Suite("Whether a pair is expired", .timeLimit(.minutes(5)))
struct ExpiredPairTests {
    @Test(
        "S3-18 a pair is expired from its end on, whatever the leeway is",
        arguments: [(-1.0, false), (-0.001, false), (0, true), (0.001, true), (1e9, true), (-1e9, false)])
    func atDate(offset: TimeInterval, isExpired: Bool) {
        let end = Date(timeIntervalSince1970: 1_800_000_000)
        let pair = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: end)
        #expect(pair.isExpired(at: end + offset) == isExpired)
    }

    @Test("S3-18 a pair without a known end is not expired, and the refresh token's end makes no difference")
    func unknown() {
        #expect(!TokenPair(accessToken: "A1").isExpired(at: .distantFuture))
        #expect(!TokenPair(accessToken: "A1", refreshExpiresAt: .distantPast).isExpired())
        let none = TokenPair(accessToken: "A1", expiresAt: Date(timeIntervalSinceReferenceDate: .nan))
        #expect(!none.isExpired())
    }

    @Test("S3-18 without a date it is asked about now")
    func now() {
        #expect(TokenPair(accessToken: "A1", expiresAt: .distantPast).isExpired())
        #expect(!TokenPair(accessToken: "A1", expiresAt: .distantFuture).isExpired())
    }
}
