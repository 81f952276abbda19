import Endpoints
import Testing

extension RealServers {
    @Suite("Unicode and reserved characters")
    struct Texts {
        static let texts = [
            "é", "e\u{301}", "日本語", "👩‍👩‍👧‍👦", "עברית", "a b", "a+b", "a&b=c", "x;y,z", "50% + 1", "q?x=1#hash", "\"quoted\"",
            "it's [a] {b} |c|", "~!$*()@:", "\u{7F}\u{80}\u{FFFD}", "line\r\nbreak\ttab",
        ]

        @Test(
            "U-04 A value in the path stays what it is", arguments: texts.filter { !$0.contains("\n") },
            SessionKind.allCases)
        func path(text: String, kind: SessionKind) async throws {
            let echo = try await kind.session.response(with: Anything(text: text))
            let mark = try #require(echo.url.range(of: "/anything/"))
            let segment = String(echo.url[mark.upperBound...])
            #expect(Array(segment.percentDecoded) == Array(text.utf8))
        }

        @Test("U-04 A slash in a value doesn't end its segment, whatever the server makes of it")
        func slash() async throws {
            let answer = try await URLSession.shared.endpointResponse(with: Anything(text: "a/b?c"))
            #expect(answer.request.url?.absoluteString.hasSuffix("/anything/a%2Fb%3Fc") == true)
            #expect(answer.value.args == [:])
        }

        @Test("U-02 A value in the query stays what it is", arguments: texts, SessionKind.allCases)
        func query(text: String, kind: SessionKind) async throws {
            let echo = try await kind.session.response(with: Anything(query: [text, "\(text)\(text)", ""]))
            let values = try #require(echo.args?["q"]?.texts)
            #expect(values.map { Array($0.utf8) } == [text, "\(text)\(text)", ""].map { Array($0.utf8) })
        }

        @Test("U-01 A value in a form stays what it is", arguments: texts, SessionKind.allCases)
        func form(text: String, kind: SessionKind) async throws {
            let echo = try await kind.session.response(with: PostFields(name: text, tags: [text, "z"]))
            #expect(echo.headers["Content-Type"] == "application/x-www-form-urlencoded")
            let name = try #require(echo.form?["name"]?.texts)
            let tags = try #require(echo.form?["tag"]?.texts)
            #expect(name.map { Array($0.utf8) } == [Array(text.utf8)])
            #expect(tags.map { Array($0.utf8) } == [Array(text.utf8), Array("z".utf8)])
        }

        @Test("Header fields arrive as they were declared", arguments: SessionKind.allCases)
        func headers(kind: SessionKind) async throws {
            let echo = try await kind.session.response(
                with: Fields(mark: "a, b; c=\"d\"", list: ["x", "y"], absent: nil))
            #expect(echo["X-Mark"] == "a, b; c=\"d\"")
            #expect(echo["X-List"] == "x, y")
            #expect(echo["X-Absent"] == nil)
            #expect(echo["X-Fixed"] == "fixed")
            #expect(echo["Accept-Language"] == "de-CH, en;q=0.5")
            #expect(echo["X-Date"] == "Thu, 01 Jan 1970 00:00:00 GMT")
        }
    }

    struct PostFields: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Echo
        static let definition = Definition(
            method: .post,
            path: "post",
            parameters: [.form("name", \.name), .form("tag", \.tags)]
        )
        var name: String
        var tags: [String]
    }

    struct Fields: Endpoint {
        typealias Server = HTTPBin
        static let definition = Definition(
            path: "headers",
            headers: [
                "X-Mark": .field(\.mark), "X-List": .field(\.list), "X-Absent": .field(\.absent), "X-Fixed": "fixed",
                .acceptLanguage: "de-CH, en;q=0.5", "X-Date": .field(\.date),
            ]
        )
        var mark: String
        var list: [String]
        var absent: String?
        var date = Date(timeIntervalSince1970: 0)

        static func decode(_ data: Data, from response: HTTPURLResponse) throws -> [String: String] {
            try JSONDecoder().decode([String: [String: String]].self, from: data)["headers"] ?? [:]
        }
    }
}

extension String {
    /// The bytes with their escapes resolved; httpbin shows a percent sign of its own unescaped.
    fileprivate var percentDecoded: [UInt8] {
        var decoded: [UInt8] = []
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                decoded.append(value)
                rest.removeFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }
}
