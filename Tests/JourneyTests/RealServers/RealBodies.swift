import Endpoints
import Testing

extension RealServers {
    @Suite("Bodies of requests")
    struct Bodies {
        @Test("A JSON body arrives as it was declared", arguments: SessionKind.allCases)
        func json(kind: SessionKind) async throws {
            let order = Order(
                id: 7, name: "Ärger & \"Co\"", at: Date(timeIntervalSince1970: 1_767_323_045), lines: [1.5, -2])
            let answer = try await kind.session.response(with: PostOrder(body: order))
            #expect(answer.json == order)
            #expect(answer.headers["Content-Type"] == "application/json")
        }

        @Test("H-02 A declared content type stays", arguments: SessionKind.allCases)
        func contentType(kind: SessionKind) async throws {
            let echo = try await kind.session.response(with: PostText(body: Data("plain text".utf8)))
            #expect(echo.headers["Content-Type"] == "text/plain; charset=utf-8")
            #expect(echo.data == "plain text")
        }

        @Test("An encoded form keeps its names, nested ones included", arguments: SessionKind.allCases)
        func form(kind: SessionKind) async throws {
            let address = PostForm.Form.Address(street: "Große Straße 1+1", zip: "00042")
            let body = PostForm.Form(name: "a=b&c", tags: ["x", "y z"], isNew: true, note: nil, address: address)
            let echo = try await kind.session.response(with: PostForm(body: body))
            #expect(
                echo.form == [
                    "name": ["a=b&c"], "tags": ["x", "y z"], "isNew": ["true"],
                    "address[street]": ["Große Straße 1+1"], "address[zip]": ["00042"],
                ]
            )
        }

        @Test("M-03 Fields and files of a multipart body arrive as they are", arguments: SessionKind.allCases)
        func multipart(kind: SessionKind) async throws {
            let picture = Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
            let body = PostUpload.Parts(
                title: "Größe: 5 µm\r\n--x",
                count: 3,
                picture: MultipartFile(data: picture, filename: "天狗 \"1\".png", contentType: "image/png"),
                notes: [
                    MultipartFile(data: Data("one".utf8), filename: "1.txt", contentType: "text/plain"),
                    MultipartFile(data: Data("zwö".utf8), filename: "2.txt", contentType: "text/plain; charset=utf-8"),
                ],
                nothing: MultipartFile(data: Data(), filename: "empty.bin")
            )
            let echo = try await kind.session.response(with: PostUpload(body: body))
            #expect(echo.headers["Content-Type"]?.hasPrefix("multipart/form-data; boundary=") == true)
            #expect(echo.form == ["title": ["Größe: 5 µm\r\n--x"], "count": ["3"]])
            // httpbin echoes the first file of a name alone.
            #expect(echo.files?["notes"] == ["one"])
            #expect(echo.files?["nothing"] == [""])
            let shown = try #require(echo.files?["picture"]?.texts.first)
            #expect(shown.hasPrefix("data:image/png;base64,"))
            #expect(Echo.content(ofDataURL: shown) == picture)
        }
    }

    struct Order: Codable, Sendable, Equatable {
        var id: Int
        var name: String
        var at: Date
        var lines: [Double]
    }

    struct PostOrder: Endpoint {
        typealias Server = HTTPBin
        struct Response: Decodable, Sendable {
            var json: Order
            var headers: [String: String]
        }
        static let definition = Definition(method: .post, path: "post")
        var body: Order
    }

    struct PostText: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Echo
        static let definition = Definition(
            method: .post,
            path: "post",
            headers: [.contentType: "text/plain; charset=utf-8"]
        )
        var body: Data
    }

    struct PostForm: Endpoint {
        struct Form: Encodable, Sendable {
            struct Address: Encodable, Sendable {
                var street: String
                var zip: String
            }
            var name: String
            var tags: [String]
            var isNew: Bool
            var note: String?
            var address: Address
        }

        typealias Server = HTTPBin
        typealias Response = Echo
        static let definition = Definition(method: .post, path: "post")
        static let bodyEncoder: any BodyEncoder = URLEncodedFormEncoder()
        var body: Form
    }

    struct PostUpload: Endpoint {
        struct Parts: Encodable, Sendable {
            var title: String
            var count: Int
            var picture: MultipartFile
            var notes: [MultipartFile]
            var nothing: MultipartFile
        }

        typealias Server = HTTPBin
        typealias Response = Echo
        static let definition = Definition(method: .post, path: "post")
        static let bodyEncoder: any BodyEncoder = MultipartFormEncoder()
        var body: Parts
    }
}
