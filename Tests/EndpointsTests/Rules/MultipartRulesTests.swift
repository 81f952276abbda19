import Endpoints
import Testing

private struct Form: Encodable, Sendable {
    var title = "天狗 \"x\"\r\n"
    var count = 3
    var missing: String?
    var file = MultipartFile(
        data: Data([0, 13, 10, 45, 45, 255]), filename: "a\"b\r\nX: y.png", contentType: "image/png")
}

private struct Upload: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    @TaskLocal static var type: String?
    static var definition: Definition {
        Definition(method: .post, path: "up", headers: [.contentType: .field { _ in type }])
    }
    static var bodyEncoder: any BodyEncoder { MultipartFormEncoder() }
    var body = Form()
}

private struct HostileUpload: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(method: .post, path: "up")
    static var bodyEncoder: any BodyEncoder { MultipartFormEncoder() }
    var body: [String: MultipartFile]
}

@Suite("Multipart bodies through an endpoint", .timeLimit(.minutes(5)))
struct MultipartRulesTests {
    private func boundary(_ request: URLRequest) throws -> String {
        let type = try #require(request.value(forHTTPHeaderField: "Content-Type"))
        let value = try #require(type.components(separatedBy: "boundary=").dropFirst().first)
        return value.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
    }

    private func count(_ needle: String, in data: Data) -> Int {
        var count = 0
        var rest = data[...]
        while let range = rest.range(of: Data(needle.utf8)) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }

    @Test("M-03 header and body agree on the boundary, the body ends with it and CRLF")
    func boundaries() throws {
        let request = try Upload().urlRequest()
        let boundary = try boundary(request)
        let body = try #require(request.httpBody)
        #expect(request.value(forHTTPHeaderField: "Content-Type")?.hasPrefix("multipart/form-data") == true)
        #expect(body.starts(with: Data("--\(boundary)\r\n".utf8)))
        #expect(body.suffix(boundary.utf8.count + 6) == Data("--\(boundary)--\r\n".utf8))
        #expect(count("--\(boundary)\r\n", in: body) == 3)
        #expect(body.range(of: Data([13, 10, 13, 10, 0, 13, 10, 45, 45, 255, 13, 10])) != nil)
    }

    @Test("M-03 a boundary is new for each request and needs no quotes")
    func freshBoundaries() throws {
        var seen = Set<String>()
        for _ in 0..<100 {
            let boundary = try boundary(try Upload().urlRequest())
            #expect((1...70).contains(boundary.utf8.count))
            #expect(boundary.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
            seen.insert(boundary)
        }
        #expect(seen.count == 100)
    }

    @Test("M-01 M-02 quotes and line breaks cannot leave a file name")
    func fileName() throws {
        let body = try #require(try Upload().urlRequest().httpBody)
        #expect(count("filename=\"a%22b%0D%0AX: y.png\"\r\n", in: body) == 1)
        #expect(count("\r\nX: y.png", in: body) == 0)
        #expect(count("天狗 \"x\"\r\n", in: body) == 1)
        #expect(count("filename*", in: body) == 0)
        #expect(count("missing", in: body) == 0)
    }

    @Test(
        "H-02 a declared multipart type keeps its name and has the body's boundary",
        arguments: ["multipart/form-data", "multipart/mixed", "Multipart/Form-Data; charset=utf-8"])
    func declaredType(type: String) throws {
        let request = try Upload.$type.withValue(type) { try Upload().urlRequest() }
        let boundary = try boundary(request)
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "\(type); boundary=\(boundary)")
        let body = try #require(request.httpBody)
        #expect(count("--\(boundary)\r\n", in: body) == 3)
        #expect(count("--\(boundary)--\r\n", in: body) == 1)
    }

    @Test(
        "H-02 a declared boundary that is not the body's is refused by name",
        arguments: ["multipart/form-data; boundary=mine", "Multipart/Mixed; BOUNDARY=\"mine\"; charset=utf-8"])
    func otherBoundary(type: String) throws {
        let refusal = try #require(Upload.$type.withValue(type) { ruleRefusal(Upload()) })
        guard case .invalidHeader("Content-Type", let reason) = refusal else {
            Issue.record("\(refusal)")
            return
        }
        #expect(reason.contains("boundary"))
    }

    @Test("M-01 a line break in a part's type or header is an error that names the endpoint")
    func hostileParts() throws {
        for file in [
            MultipartFile(data: Data(), filename: "x", contentType: "image/png\r\nX: y"),
            MultipartFile(data: Data(), filename: "x", headers: [("X-Part", "a\nb")]),
            MultipartFile(data: Data(), filename: "x", headers: [("X-Part\r\n", "b")]),
        ] {
            guard case .bodyNotEncodable(let endpoint, _)? = ruleRefusal(HostileUpload(body: ["f": file])) else {
                Issue.record("\(String(describing: ruleRefusal(HostileUpload(body: ["f": file]))))")
                continue
            }
            #expect(endpoint.contains("HostileUpload"))
        }
    }
}
