import Endpoints
import Testing

/// An endpoint whose body and encoder are a test's.
private struct Sent<Body: Encodable & Sendable>: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static var definition: Definition { Definition(method: .post, path: "b") }
    static var bodyEncoder: any BodyEncoder { SentEncoder.current }
    var body: Body
}

private enum SentEncoder {
    @TaskLocal static var current: any BodyEncoder = RuleServer.encoder
}

private struct Album: Encodable, Sendable {
    struct Owner: Encodable, Sendable { var portrait: MultipartFile? }
    var pictures: [MultipartFile] = []
    var owner = Owner()
    var byYear: [Int: [MultipartFile]] = [:]
    var ratings: [Double] = []
}

private struct Quoting: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        throw EncodingError.invalidValue(
            "s3cr3t", .init(codingPath: encoder.codingPath, debugDescription: "“s3cr3t” is wrong"))
    }
}

private struct Twice: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode("s3cr3t")
        try container.encode("s3cr3t")
    }
}

/// A file that would break its part, shown by the reason alone.
struct BrokenFile: Sendable, CustomTestStringConvertible {
    let file: MultipartFile
    let reason: String

    var testDescription: String { reason }
}

@Suite("Sentences of bodies that can't be encoded", .timeLimit(.minutes(5)))
struct EncodingRefusalTests {
    private func sentence(
        _ body: some Encodable & Sendable, by encoder: any BodyEncoder = MultipartFormEncoder()
    ) throws -> String {
        let refusal = SentEncoder.$current.withValue(encoder) { ruleRefusal(Sent(body: body)) }
        let error = try #require(refusal)
        #expect(ruleLeak(in: error) == nil)
        return try #require(error.errorDescription)
    }

    private let good = MultipartFile(data: Data("s3cr3t".utf8), filename: "s3cr3t.png")

    @Test(
        "a file that would break its part is named as the part, with the reason and without a value",
        arguments: [
            BrokenFile(
                file: MultipartFile(data: Data(), filename: "s3cr3t", contentType: "s3cr3t\r\nX: y"),
                reason: "the content type of the file contains a line break or NUL"),
            BrokenFile(
                file: MultipartFile(data: Data(), filename: "s3cr3t", headers: [("s3cr3t\r\n", "v")]),
                reason: "the name of a header of the part is not a token (RFC 9110 §5.6.2)"),
            BrokenFile(
                file: MultipartFile(data: Data(), filename: "s3cr3t", headers: [("X-Part", "s3cr3t\n")]),
                reason: "the part's header X-Part contains a line break or NUL"),
            BrokenFile(
                file: MultipartFile(data: Data(), filename: "s3cr3t", headers: [("Content-Type", "s3cr3t")]),
                reason: "the file sets Content-Type itself; remove it from the headers"),
        ])
    func files(row: BrokenFile) throws {
        let (file, reason) = (row.file, row.reason)
        for (album, name) in [
            (Album(pictures: [good, file]), "pictures[1]"), (Album(owner: .init(portrait: file)), "owner[portrait]"),
            (Album(byYear: [2026: [good, good, file]]), "byYear[2026][2]"),
        ] {
            let sentence = try sentence(album)
            #expect(
                sentence.hasPrefix("The body of Sent<") && sentence.contains("could not be encoded: "), "\(sentence)")
            #expect(sentence.hasSuffix("“\(name)” can't be encoded: \(reason)."), "\(sentence)")
        }
    }

    @Test("a URL-encoded form names the field that it has no text for, and why")
    func forms() throws {
        let form = URLEncodedFormEncoder()
        #expect(
            try sentence(Album(pictures: [good]), by: form).hasSuffix(
                "“pictures[0]” can't be encoded: only MultipartFormEncoder sends a MultipartFile, and other formats "
                    + "take Data or text."))
        #expect(
            try sentence(["a": Album(ratings: [1, .nan])], by: form).hasSuffix(
                "“a[ratings][1]” can't be encoded: a number that is not finite has no text."))
        #expect(
            try sentence(["a": ["b": Decimal.nan]], by: form).hasSuffix(
                "“a[b]” can't be encoded: a number that is not finite has no text."))
        #expect(
            try sentence([1, 2], by: form).hasSuffix(
                "it can't be encoded: a form consists of named fields, so its top level is a struct, class or dictionary "
                    + "with text keys, and Array<Int> has no names."))
        #expect(
            try sentence(["a": [Twice()]], by: form).hasSuffix(
                "“a[0]” can't be encoded: a second value was encoded where one has its place."))
    }

    @Test("JSON names the path of the value")
    func json() throws {
        let json = RuleServer.encoder
        #expect(
            try sentence(["a": Album(ratings: [1, .infinity])], by: json).hasSuffix(
                "“a.ratings[1]” can't be encoded: it is a number that is not finite."))
        #expect(
            try sentence(Album(owner: .init(portrait: good)), by: json).hasSuffix(
                "“owner.portrait” can't be encoded: only MultipartFormEncoder sends a MultipartFile, and other formats "
                    + "take Data or text."))
    }

    @Test("an own boundary is an error without its text, in the encoder or in a part")
    func boundaries() throws {
        #expect(
            try sentence(["a": 1], by: MultipartFormEncoder(boundary: "s3cr3t s3cr3t")).hasSuffix(
                "it can't be encoded: the boundary of the encoder is not 1 to 70 letters, digits and hyphens."))
        #expect(
            try sentence(["a": ["--s3cr3t"]], by: MultipartFormEncoder(boundary: "s3cr3t")).hasSuffix(
                "“a[0]” can't be encoded: it contains the boundary of the multipart body."))
    }

    @Test("what a value's own code says is not shown, its place is")
    func foreign() throws {
        for encoder in [MultipartFormEncoder(), URLEncodedFormEncoder(), RuleServer.encoder] as [any BodyEncoder] {
            let sentence = try sentence(["a": [Quoting()]], by: encoder)
            #expect(sentence.hasSuffix("a value of type String at “a[0]” can't be encoded."), "\(sentence)")
        }
    }

    @Test("a name with control characters stays on one line")
    func controls() throws {
        let sentence = try sentence(["a\r\nb": Double.nan])
        #expect(sentence.contains("“a\\r\\nb”") && !sentence.contains("\n") && !sentence.contains("\r"))
    }
}
