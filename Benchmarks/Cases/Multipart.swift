import Endpoints

/// Building an upload of a picture of 64 KB with two texts.
enum Multipart {
    static let benchmarks = [
        Benchmark(name: "build-multipart", operations: 1_000, isThorough: true) { _ in
            [
                Variant(name: "by-hand") { for _ in 0..<$0 { use(try byHand()) } },
                Variant(name: "endpoints") { for _ in 0..<$0 { use(try endpoint.urlRequest()) } },
                Variant(name: "endpoints-own-boundary", share: 0.1) {
                    for _ in 0..<$0 { use(try ownBoundary.urlRequest()) }
                },
            ]
        }
    ]

    private static let picture = Data((0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    private static let endpoint = UploadPicture(body: form)
    /// A boundary that isn't random has to be looked for in the content.
    private static let ownBoundary = UploadPictureWithOwnBoundary(body: form)

    private static let form = PictureForm(
        caption: "On the summit", album: 12,
        file: MultipartFile(data: picture, filename: "summit.jpg", contentType: "image/jpeg"))

    private struct PictureForm: Encodable, Sendable {
        var caption: String
        var album: Int
        var file: MultipartFile
    }

    private struct UploadPicture: Endpoint {
        typealias Server = ShopAPI
        typealias Response = Void
        static let definition = Definition(method: .post, path: "pictures")
        static var bodyEncoder: any BodyEncoder { MultipartFormEncoder() }
        var body: PictureForm
    }

    private struct UploadPictureWithOwnBoundary: Endpoint {
        typealias Server = ShopAPI
        typealias Response = Void
        static let definition = Definition(method: .post, path: "pictures")
        static var bodyEncoder: any BodyEncoder { MultipartFormEncoder(boundary: "7f1d0a52-59f4-4f0e-9a52-3c0a64a1") }
        var body: PictureForm
    }

    private static func byHand() throws -> URLRequest {
        guard let url = URL(string: "\(ShopAPI.address)/pictures") else { throw URLError(.badURL) }
        let boundary = UUID().uuidString
        var body = Data(capacity: picture.count + 512)
        func text(_ name: String, _ value: String) {
            body += Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        text("caption", "On the summit")
        text("album", String(12))
        let disposition = "Content-Disposition: form-data; name=\"file\"; filename=\"summit.jpg\""
        body += Data("--\(boundary)\r\n\(disposition)\r\nContent-Type: image/jpeg\r\n\r\n".utf8)
        body += picture
        body += Data("\r\n--\(boundary)--\r\n".utf8)
        var request = URLRequest(url: url)
        request.httpMethod = "POST"
        request.setValue("multipart/form-data; boundary=\(boundary)", forHTTPHeaderField: "Content-Type")
        request.httpBody = body
        return request
    }
}
