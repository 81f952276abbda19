import Endpoints
import Testing

@Suite("Files in multipart bodies", .timeLimit(.minutes(5)))
struct MultipartFileTests {
    private func multipart(_ value: some Encodable) throws -> String {
        String(decoding: try MultipartFormEncoder(boundary: "B").encodedBody(for: value).data, as: UTF8.self)
    }

    private func file(_ filename: String?) -> MultipartFile {
        MultipartFile(data: Data("x".utf8), filename: filename)
    }

    @Test(
        "M-01 Only line breaks and quotes are escaped in names and file names",
        arguments: [
            ("a\"b", "a%22b"),
            ("a\nb", "a%0Ab"),
            ("a\rb", "a%0Db"),
            ("a\r\nb", "a%0D%0Ab"),
            ("100%22.txt", "100%22.txt"),
            ("a\\b;c=d'e", "a\\b;c=d'e"),
            ("../../etc/passwd", "../../etc/passwd"),
            ("", ""),
            ("天狗.png", "天狗.png"),
            ("e\u{301}.png", "e\u{301}.png"),
            ("x\"\r\nContent-Type: text/html\r\n\r\n<b>", "x%22%0D%0AContent-Type: text/html%0D%0A%0D%0A<b>"),
        ])
    func escaping(name: String, escaped: String) throws {
        let expected = """
            --B\r\nContent-Disposition: form-data; name="\(escaped)"; filename="\(escaped)"\r\n\
            Content-Type: application/octet-stream\r\n\r\nx\r\n--B--\r\n
            """
        let body = try MultipartFormEncoder(boundary: "B").encodedBody(for: [name: file(name)])
        #expect(body.data == Data(expected.utf8))
        let parts = try #require(MultipartParser.parse(body))
        #expect(parts.map(\.name).map { Array($0.utf8) } == [Array(escaped.utf8)])
        #expect(parts.map(\.headers.count) == [2])
    }

    @Test("M-02 A file name is sent as raw UTF-8, never as filename*")
    func rawFilename() throws {
        let data = try MultipartFormEncoder().encodedBody(for: ["f": file("天狗.png")]).data
        let bytes: [UInt8] = [0xE5, 0xA4, 0xA9, 0xE7, 0x8B, 0x97, 0x2E, 0x70, 0x6E, 0x67]
        #expect(data.range(of: Data("filename=\"".utf8) + bytes + Data("\"".utf8)) != nil)
        #expect(data.range(of: Data("filename*".utf8)) == nil)
    }

    @Test("M-01 A content type with a line break or NUL is an error", arguments: ["\r", "\n", "\r\n", "\0"])
    func hostileContentType(separator: String) throws {
        let file = MultipartFile(data: Data(), filename: "f", contentType: "text/plain\(separator)X: y")
        #expect(try invalidPath(["a": [file]]) == ["a", "Index 0"])
    }

    @Test(
        "M-01 A header that would break or contradict its part is an error",
        arguments: [
            ("X", "a\rb"), ("X", "a\nb"), ("X", "a\r\nb"), ("X", "a\r\n b"), ("X", "a\0b"),
            ("", "v"), ("a b", "v"), ("a:", "v"), ("a\r\nb", "v"), ("ä", "v"), ("(a)", "v"),
            ("Content-Type", "text/html"), ("content-disposition", "attachment"),
        ])
    func hostileHeaders(name: String, value: String) throws {
        let file = MultipartFile(data: Data(), filename: "f", headers: [(Header(name), value)])
        #expect(try invalidPath(["a": file]) == ["a"])
    }

    @Test("M-01 Hostile content and names come back from a parser")
    func roundTrip() throws {
        var contents = ["", "\r\n", "--", "\r\n--", "--B--\r\n", "\r\n--Boundary-", "a\r\n\r\nb", "\0\u{FFFD}"]
        contents += ["\r\nContent-Disposition: form-data; name=\"z\"\r\n\r\n"]
        let files = contents.map { MultipartFile(data: Data($0.utf8), filename: $0) }
        struct Body: Encodable {
            var texts: [String]
            var files: [MultipartFile]
        }
        let body = try MultipartFormEncoder().encodedBody(for: Body(texts: contents, files: files))
        let parts = try #require(MultipartParser.parse(body))
        let expected = contents + contents
        #expect(parts.map(\.content) == expected.map { Data($0.utf8) })
        #expect(parts.map(\.name) == expected.indices.map { $0 < contents.count ? "texts" : "files" })
        #expect(parts.allSatisfy { $0.headers.count == ($0.filename == nil ? 1 : 2) })
    }

    private struct Wrapped<Value: Encodable>: Encodable {
        var value: Value
        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    @Test("M-01 A file inside a wrapper or an optional is still a file")
    func wrappedFile() throws {
        let expected = try multipart(["a": file("f")])
        #expect(expected.contains("filename=\"f\""))
        #expect(try multipart(["a": Wrapped(value: file("f"))]) == expected)
        #expect(try multipart(["a": file("f") as MultipartFile?]) == expected)
        #expect(try multipart(["a": nil as MultipartFile?]) == "--B--\r\n")
    }

    @Test("M-01 Another encoder gets an error that says where files belong")
    func otherEncoders() throws {
        do {
            let data = try JSONEncoder().encode(["a": file("f")])
            Issue.record("encoded \(data.count) bytes")
        } catch EncodingError.invalidValue(let value, let context) {
            #expect(value as? String == "f")
            #expect(context.codingPath.map(\.stringValue) == ["a"])
            #expect(context.debugDescription.contains("MultipartFormEncoder"))
        }
    }

    @Test("A file keeps what it was made with")
    func fileProperties() {
        let file = MultipartFile(data: Data([1]), filename: "f", headers: [("B", "2"), ("A", "1"), ("B", "3")])
        #expect(file.filename == "f")
        #expect(file.contentType == "application/octet-stream")
        #expect(file.headers.map(\.name) == ["B", "A", "B"])
        #expect(file.headers.map(\.value) == ["2", "1", "3"])
        #expect(file != MultipartFile(data: Data([1]), filename: "f"))
    }

    /// The coding path of the `invalidValue` that encoding throws; nil when it throws nothing.
    private func invalidPath(_ value: some Encodable) throws -> [String]? {
        do {
            _ = try MultipartFormEncoder().encodedBody(for: value)
            return nil
        } catch EncodingError.invalidValue(_, let context) {
            #expect(!context.debugDescription.isEmpty)
            return context.codingPath.map(\.stringValue)
        }
    }
}
