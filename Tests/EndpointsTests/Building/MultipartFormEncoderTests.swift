import Endpoints
import Testing

@Suite("Multipart form bodies", .timeLimit(.minutes(5)))
struct MultipartFormEncoderTests {
    private func multipart(_ value: some Encodable, _ style: ParameterStyle = .standard) throws -> String {
        let body = try MultipartFormEncoder(boundary: "B", style: style).encodedBody(for: value)
        #expect(body.contentType == "multipart/form-data; boundary=B")
        return String(decoding: body.data, as: UTF8.self)
    }

    private func file(_ filename: String?, _ content: String = "x") -> MultipartFile {
        MultipartFile(data: Data(content.utf8), filename: filename)
    }

    // MARK: Exact bytes

    private struct Upload: Encodable {
        var title = "Hällo"
        var count = 3
        var missing: String?
        var empty = ""
        var tags = ["a", "b"]
        var none = [Int]()
        var owner = ["name": "Ann"]
        var raw = Data([0, 255])
        var picture: MultipartFile
        var pages: [MultipartFile]
    }

    @Test("M-03 Exact bytes of every kind of part, in the order of declaration")
    func exactBytes() throws {
        let picture = MultipartFile(
            data: Data("PNG".utf8), filename: "p.png", contentType: "image/png",
            headers: [("Content-Language", "de"), ("X-Part", "")])
        let upload = Upload(picture: picture, pages: [file("1.txt", "one"), file(nil, "")])
        var expected = Data()
        func part(_ head: String, _ content: [UInt8]) {
            expected.append(Data("--B\r\nContent-Disposition: form-data; name=\(head)\r\n\r\n".utf8))
            expected.append(Data(content))
            expected.append(Data("\r\n".utf8))
        }
        let octets = "\r\nContent-Type: application/octet-stream"
        part("\"title\"", Array("Hällo".utf8))
        part("\"count\"", Array("3".utf8))
        part("\"empty\"", [])
        part("\"tags\"", Array("a".utf8))
        part("\"tags\"", Array("b".utf8))
        part("\"owner[name]\"", Array("Ann".utf8))
        part("\"raw\"" + octets, [0, 255])
        part(
            "\"picture\"; filename=\"p.png\"\r\nContent-Type: image/png\r\nContent-Language: de\r\nX-Part: ",
            Array("PNG".utf8))
        part("\"pages\"; filename=\"1.txt\"" + octets, Array("one".utf8))
        part("\"pages\"" + octets, [])
        expected.append(Data("--B--\r\n".utf8))
        let body = try MultipartFormEncoder(boundary: "B").encodedBody(for: upload)
        #expect(body.data == expected)
    }

    @Test("M-03 A body without fields is only its end")
    func noFields() throws {
        #expect(try multipart([String: String]()) == "--B--\r\n")
    }

    @Test("U-07 Objects of an array are numbered, also their files; text by style, files never joined")
    func names() throws {
        struct Mixed: Encodable {
            var rows: [[String: MultipartFile]]
            var files: [MultipartFile]
            var flags: [Bool]
        }
        let mixed = Mixed(rows: [["f": file("r")]], files: [file("1"), file("2")], flags: [true, false])
        let encoder = MultipartFormEncoder(style: ParameterStyle(arrays: .comma, booleans: .digits))
        let parts = try #require(MultipartParser.parse(try encoder.encodedBody(for: mixed)))
        #expect(parts.map(\.name) == ["rows[0][f]", "files", "files", "flags"])
        #expect(parts.map(\.filename) == ["r", "1", "2", nil])
        #expect(parts.last?.content == Data("1,0".utf8))
        let bracketed = MultipartFormEncoder(style: ParameterStyle(arrays: .brackets))
        let again = try #require(MultipartParser.parse(try bracketed.encodedBody(for: mixed)))
        #expect(again.map(\.name) == ["rows[0][f]", "files[]", "files[]", "flags[]", "flags[]"])
    }

    // MARK: Boundary

    @Test("M-03 Each body has a new boundary of letters, digits and hyphens, the same in header and body")
    func freshBoundary() throws {
        let encoder = MultipartFormEncoder()
        let types = try (0..<50).map { _ in
            let body = try encoder.encodedBody(for: ["a": 1])
            #expect(MultipartParser.parse(body)?.count == 1)
            return body.contentType
        }
        #expect(Set(types).count == 50)
        for type in types {
            let boundary = type.dropFirst("multipart/form-data; boundary=".count)
            #expect((30...70).contains(boundary.utf8.count))
            #expect(boundary.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        }
    }

    @Test(
        "M-03 An own boundary that would need quotes, or is no boundary, is an error",
        arguments: ["", "a b", "a_b", "a\r\nb", "ä", "a:b", String(repeating: "a", count: 71)])
    func invalidBoundary(boundary: String) throws {
        #expect(try invalidPath(["a": 1], boundary: boundary) == [])
    }

    @Test("M-03 An own boundary of 70 characters is taken")
    func longestBoundary() throws {
        let boundary = String(repeating: "a", count: 70)
        let body = try MultipartFormEncoder(boundary: boundary).encodedBody(for: ["a": 1])
        #expect(MultipartParser.parse(body)?.count == 1)
    }

    @Test(
        "M-03 An own boundary that occurs in a part is an error that names it",
        arguments: ["--B", "a\r\n--B\r\n", "a\r\n--B--", "x--Bx"])
    func boundaryInPart(text: String) throws {
        #expect(try invalidPath(["a": text], boundary: "B") == ["a"])
        #expect(try invalidPath(["a": [Data(text.utf8)]], boundary: "B") == ["a", "Index 0"])
        #expect(try invalidPath(["a": file("f", text)], boundary: "B") == ["a"])
        #expect(try invalidPath([text: 1], boundary: "B") == [text])
        #expect(try invalidPath(["a": file(text)], boundary: "B") == ["a"])
        #expect(try invalidPath(["a": "B -B - -B --b"], boundary: "B") == nil)
    }

    // MARK: Errors

    @Test("U-07 A top level without names is an error, a file alone too")
    func topLevel() throws {
        #expect(try invalidPath(1) == [])
        #expect(try invalidPath([file("f")]) == [])
        #expect(try invalidPath(file("f")) == [])
        #expect(try invalidPath(Data()) == [])
    }

    @Test("U-07 A number that is not finite is an error that names its place")
    func notFinite() throws {
        #expect(try invalidPath(["a": ["b": Double.nan]]) == ["a", "b"])
    }

    @Test("M-04 The same value can be encoded again, to the same bytes")
    func encodedAgain() throws {
        let large = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) })
        let value = ["a": MultipartFile(data: large, filename: "a"), "b": file("b"), "c": file("c")]
        let encoder = MultipartFormEncoder(boundary: "own-boundary")
        #expect(try encoder.encodedBody(for: value).data == encoder.encodedBody(for: value).data)
    }

    /// The coding path of the `invalidValue` that encoding throws; nil when it throws nothing.
    private func invalidPath(_ value: some Encodable, boundary: String? = nil) throws -> [String]? {
        do {
            _ = try MultipartFormEncoder(boundary: boundary).encodedBody(for: value)
            return nil
        } catch EncodingError.invalidValue(_, let context) {
            #expect(!context.debugDescription.isEmpty)
            return context.codingPath.map(\.stringValue)
        }
    }
}
