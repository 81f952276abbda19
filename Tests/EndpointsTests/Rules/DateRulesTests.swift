import Endpoints
import Testing

private struct Times: Codable, Equatable, Sendable { var at: Date }

private struct Get: Endpoint {
    typealias Server = RuleServer
    typealias Response = Times
    static let definition = Definition(path: "x")
}

private struct SecondsServer: ServerDefinition {
    func baseURL(for environment: Environments) -> URL? { URL(string: "https://api.example.com") }
    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return decoder
    }
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        return encoder
    }
}

private struct Seconds: Endpoint {
    typealias Server = SecondsServer
    typealias Response = Times
    static let definition = Definition(method: .post, path: "x")
    var body = Times(at: Date(timeIntervalSince1970: 7))
}

@Suite("Dates in JSON", .timeLimit(.minutes(5)))
struct DateRulesTests {
    private func decode(_ text: String) throws -> Date {
        try Get.decode(Data(#"{"at":\#(text)}"#.utf8), from: ruleResponse(200)).at
    }

    @Test(
        "S-04 dates with and without fraction, with any offset",
        arguments: [
            ("2026-01-02T03:04:05.250+01:00", 1_767_319_445.25), ("2026-01-02T03:04:05Z", 1_767_323_045),
            ("2026-01-02T03:04:05.123456Z", 1_767_323_045.123), ("2026-01-02T03:04:05.000Z", 1_767_323_045),
            ("2026-01-02T03:04:05+05:30", 1_767_303_245), ("2026-01-02T03:04:05-08:00", 1_767_351_845),
            ("2026-01-02T03:04:05+00:00", 1_767_323_045), ("2026-01-02T03:04:05-00:00", 1_767_323_045),
            ("2026-01-02T03:04:05.5Z", 1_767_323_045.5), ("2026-01-02T03:04:05.123456789Z", 1_767_323_045.123),
            ("2026-01-02T03:04:05.999Z", 1_767_323_045.999), ("1969-12-31T23:59:59.750Z", -0.25),
            ("1970-01-01T00:00:00Z", 0), ("2000-02-29T12:00:00Z", 951_825_600),
            ("1900-01-01T00:00:00Z", -2_208_988_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799), ("2026-01-02T23:30:00-01:00", 1_767_400_200),
        ])
    func dates(text: String, seconds: Double) throws {
        #expect(abs(try decode("\"\(text)\"").timeIntervalSince1970 - seconds) <= 0.001)
    }

    @Test(
        "S-04 what is no date-time is an error",
        arguments: [
            "\"2026-01-02\"", "\"\"", "\"now\"", "1767323045", "null", "\"2026-13-01T00:00:00Z\"",
            "\"2026-01-32T00:00:00Z\"", "\"2026-01-02T03:04:05\"", "\"2026-01-02T03:04:05.Z\"",
            "\"2026-01-02T03:04:05Zx\"", "\"x2026-01-02T03:04:05Z\"", "\"03:04:05Z\"",
            "\"2026-01-02T03:04:05+25:00\"",
        ])
    func noDates(text: String) {
        #expect(throws: (any Error).self) { try decode(text) }
    }

    @Test(
        "S-04 a day or time that does not exist is an error, never another moment",
        arguments: [
            "2026-02-30T00:00:00Z", "2025-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-01-02T25:00:00Z",
            "2026-01-02T03:61:00Z", "2026-01-02T03:04:61Z", "2026-02-30T00:00:00.5+01:00", "2026-1-2T3:4:5Z",
        ])
    func impossible(text: String) {
        #expect(throws: (any Error).self) { try decode("\"\(text)\"") }
    }

    @Test("S-04 what the encoder writes the decoder reads", arguments: [0.0, 1_767_323_045, -1, 951_782_400])
    func roundTrip(seconds: Double) throws {
        let times = Times(at: Date(timeIntervalSince1970: seconds))
        let data = try RuleServer.encoder.encode(times)
        #expect(try RuleServer.decoder.decode(Times.self, from: data) == times)
    }

    @Test("S-04 the server's own coders win, and each read gives a fresh default")
    func ownCoders() throws {
        #expect(try Seconds.decode(Data(#"{"at":7}"#.utf8), from: ruleResponse(200)).at.timeIntervalSince1970 == 7)
        #expect(try Seconds().urlRequest().ruleBody() == #"{"at":7}"#)
        #expect(RuleServer.decoder !== RuleServer.decoder)
        #expect(RuleServer.encoder !== RuleServer.encoder)
    }
}
