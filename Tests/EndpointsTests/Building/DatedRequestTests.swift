import Endpoints
import Testing

private struct Dated: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(method: .post, path: "d", parameters: [.query("at", \.at)])
    var at: Date
    var body: [String: Date] { ["at": at] }
}

private struct DatedForm: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(
        method: .post, path: "d", parameters: [.form("at", \.at), .form("day", \.at, style: .dateOnly)])
    var at: Date
}

private struct DatedBody: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(method: .post, path: "d")
    static var bodyEncoder: any BodyEncoder { encoder }
    @TaskLocal static var encoder: any BodyEncoder = RuleServer.encoder
    struct Span: Encodable, Sendable { var days: [Date] }
    var at: Date
    var body: [String: Span] { ["span": Span(days: [Date(timeIntervalSince1970: 0), at])] }
}

private struct DatedPath: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "d/\(\.at)")
    var at: Date
}

private struct DatedField: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "d", headers: ["X-At": .field(\.at)])
    var at: Date
}

private struct DatedDay: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "d", parameters: [.query("day", \.at, style: .dateOnly)])
    var at: Date
}

@Suite("Dates in requests", .timeLimit(.minutes(5)))
struct DatedRequestTests {
    @Test(
        "JSON, query and form write a date with the same text, milliseconds included",
        arguments: [
            (1_767_323_090.25, "2026-01-02T03:04:50.250Z"), (1_767_323_090, "2026-01-02T03:04:50Z"),
            (1_767_323_090.9999, "2026-01-02T03:04:50.999Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
            (-0.001, "1969-12-31T23:59:59.999Z"),
        ])
    func oneText(seconds: Double, text: String) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let request = try Dated(at: date).urlRequest()
        #expect(try request.ruleBody() == #"{"at":"\#(text)"}"#)
        let escaped = text.replacingOccurrences(of: ":", with: "%3A")
        #expect(try request.ruleQuery() == "at=" + escaped)
        #expect(try DatedForm(at: date).urlRequest().ruleBody() == "at=\(escaped)&day=\(text.prefix(10))")
        let encoded = try URLEncodedFormEncoder().encode(["at": date])
        #expect(String(decoding: encoded, as: UTF8.self) == "at=" + escaped)
        #expect(try DatedPath(at: date).urlRequest().ruleURL() == "https://api.example.com/v2/d/" + escaped)
    }

    @Test("what the server's encoder writes its decoder reads, to the millisecond")
    func roundTrip() throws {
        for millisecond in [0, 1, 250, 500, 999] {
            let dates = [Date(timeIntervalSince1970: 1_767_323_045 + Double(millisecond) / 1000)]
            let data = try RuleServer.encoder.encode(dates)
            #expect(try RuleServer.decoder.decode([Date].self, from: data) == dates)
        }
    }

    private static let beyond: [Double] = [
        -62_167_219_200.001, 253_402_300_800, 1e300, -1e300, .infinity, -.infinity, .nan,
    ]

    @Test("a date beyond the years 0 to 9999 is an error of its parameter, header or path", arguments: beyond)
    func parameters(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let refusals = [
            ruleRefusal(DatedForm(at: date)), ruleRefusal(DatedDay(at: date)), ruleRefusal(DatedPath(at: date)),
            ruleRefusal(DatedField(at: date)),
        ]
        for refusal in refusals {
            #expect("\(try #require(refusal))".contains("it is not a date of the years 0 to 9999"))
        }
        guard case .invalidParameter("at", "it is not a date of the years 0 to 9999")? = refusals[0],
            case .invalidParameter("day", _)? = refusals[1], case .invalidPathValue(_, hole: 1, _)? = refusals[2],
            case .invalidHeader("X-At", _)? = refusals[3]
        else {
            Issue.record("\(refusals)")
            return
        }
    }

    @Test("a date beyond the years 0 to 9999 is an encoding error of a body, with its place", arguments: beyond)
    func bodies(seconds: Double) throws {
        let endpoint = DatedBody(at: Date(timeIntervalSince1970: seconds))
        let encoders: [(any BodyEncoder, String)] = [
            (RuleServer.encoder, "span.days[1]"), (URLEncodedFormEncoder(), "span[days][1]"),
            (URLEncodedFormEncoder(style: .dateOnly), "span[days][1]"), (MultipartFormEncoder(), "span[days][1]"),
        ]
        for (encoder, place) in encoders {
            let refusal = DatedBody.$encoder.withValue(encoder) { ruleRefusal(endpoint) }
            guard case .bodyNotEncodable(_, let cause as EncodingError)? = refusal,
                case .invalidValue(_, let context) = cause
            else {
                Issue.record("\(String(describing: refusal))")
                continue
            }
            #expect(context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue } == ["span", "days", "1"])
            let sentence = try #require(refusal?.errorDescription)
            #expect(sentence.hasSuffix("“\(place)” can't be encoded: it is not a date of the years 0 to 9999."))
        }
    }
}
