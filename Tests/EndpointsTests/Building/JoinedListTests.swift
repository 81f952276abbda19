import Endpoints
import Testing

private struct Lists: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    @TaskLocal static var style = ParameterStyle.comma
    static var definition: Definition {
        Definition(
            method: .post, path: "l",
            parameters: [.query("k", \.values, style: style), .form("k", \.values, style: style)],
            headers: ["X-Values": .field(\.values)])
    }
    var values: [String]
}

@Suite("Lists that are one item", .timeLimit(.minutes(5)))
struct JoinedListTests {
    private struct Texts {
        var query: String
        var form: String
        var encoded: String
        var header: String?
    }

    private func texts(_ values: [String], _ style: ParameterStyle) throws -> Texts {
        let request = try Lists.$style.withValue(style) { try Lists(values: values).urlRequest() }
        let encoded = try URLEncodedFormEncoder(style: style).encode(["k": values])
        return Texts(
            query: try request.ruleQuery(), form: try request.ruleBody(),
            encoded: String(decoding: encoded, as: UTF8.self),
            header: request.value(forHTTPHeaderField: "X-Values"))
    }

    private func expect(_ values: [String], _ separator: String, query: String, form: String) throws {
        let texts = try texts(values, ParameterStyle(arrays: .joined(separator: separator)))
        #expect(texts.query == "k=" + query)
        #expect(texts.form == "k=" + form)
        #expect(texts.encoded == "k=" + form)
        #expect(texts.header == values.joined(separator: ", "))
    }

    @Test("a comma between values stands as it is, and one in a value is escaped")
    func comma() throws {
        let two = try texts(["a,b", "c"], .comma)
        let three = try texts(["a", "b", "c"], .comma)
        #expect(two.query == "k=a%2Cb,c" && three.query == "k=a,b,c")
        #expect(two.form == "k=a%2Cb,c" && three.form == "k=a,b,c")
        #expect(two.encoded == "k=a%2Cb,c" && three.encoded == "k=a,b,c")
        #expect(two.header == "a,b, c")
        try expect(["", ",", ""], ",", query: ",%2C,", form: ",%2C,")
        try expect([""], ",", query: "", form: "")
        try expect(["é", "天"], ",", query: "%C3%A9,%E5%A4%A9", form: "%C3%A9,%E5%A4%A9")
    }

    @Test(
        "what a query may hold stands bare as a separator and is escaped in a value",
        arguments: [
            (",", "%2C"), (":", "%3A"), ("/", "%2F"), ("?", "%3F"), ("@", "%40"), ("!", "%21"), ("$", "%24"),
            ("'", "%27"), ("(", "%28"), (")", "%29"),
        ])
    func bare(separator: String, escaped: String) throws {
        let text = "x\(escaped)y\(separator)z"
        try expect(["x\(separator)y", "z"], separator, query: text, form: text)
    }

    @Test("an asterisk stands bare in both places, in a form also in a value")
    func asterisk() throws {
        try expect(["x*y", "z"], "*", query: "x%2Ay*z", form: "x*y*z")
    }

    @Test(
        "a separator that can't stand in a query, or means something there, is escaped",
        arguments: [
            ("|", "%7C", "%7C"), (";", "%3B", "%3B"), ("&", "%26", "%26"), ("=", "%3D", "%3D"), ("+", "%2B", "%2B"),
            ("#", "%23", "%23"), ("%", "%25", "%25"), (" ", "%20", "+"), ("[]", "%5B%5D", "%5B%5D"),
            ("\r\n", "%0D%0A", "%0D%0A"), ("·", "%C2%B7", "%C2%B7"), ("~", "~", "%7E"), ("--", "--", "--"),
            (", ", ",%20", ",+"), ("", "", ""), ("::", "::", "::"),
        ])
    func escaped(separator: String, query: String, form: String) throws {
        try expect(["a", "b"], separator, query: "a\(query)b", form: "a\(form)b")
    }

    @Test("lists in lists, dates and numbers of a joined list are joined too, nil and empty lists are not there")
    func kinds() throws {
        struct Body: Encodable {
            var numbers = [1, nil, 2]
            var nested = [["a,b", "c"], ["d"]]
            var dates = [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 0.5)]
            var none = [Int]()
            var bytes = [Data([251, 255]), Data()]
        }
        let encoded = try URLEncodedFormEncoder(style: .comma).encode(Body())
        let expected = """
            numbers=1,2&nested%5B0%5D=a%2Cb,c&nested%5B1%5D=d\
            &dates=1970-01-01T00%3A00%3A00Z,1970-01-01T00%3A00%3A00.500Z&bytes=%2B%2F8%3D,
            """
        #expect(String(decoding: encoded, as: UTF8.self) == expected)
    }

    @Test("a part of a multipart body has the plain separator and escapes nothing")
    func multipart() throws {
        let body = try MultipartFormEncoder(boundary: "B", style: .comma).encodedBody(for: ["k": ["a,b", "c d", ""]])
        let expected = "--B\r\nContent-Disposition: form-data; name=\"k\"\r\n\r\na,b,c d,\r\n--B--\r\n"
        #expect(body.data == Data(expected.utf8))
    }
}
