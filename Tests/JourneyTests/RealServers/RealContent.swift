import Endpoints
import Testing

extension RealServers {
    @Suite("Content of answers")
    struct Content {
        @Test(
            "Compressed content is decoded",
            // On libcurl the package undoes codings itself, and asks for no others; httpbin sends brotli unasked.
            arguments: Engine.isCurl ? ["gzip", "deflate"] : ["gzip", "deflate", "brotli"],
            SessionKind.allCases
        )
        func compressed(coding: String, kind: SessionKind) async throws {
            let answer = try await kind.session.endpointResponse(with: Compressed(coding: coding))
            let flags = [answer.value.gzipped, answer.value.deflated, answer.value.brotli]
            #expect(flags.compactMap { $0 } == [true])
            #expect(answer.value.headers["Accept-Encoding"]?.contains("gzip") == true)
            #expect(answer.data.first == UInt8(ascii: "{"))
        }

        @Test("A chunked answer arrives whole", arguments: [1, 5, 100], SessionKind.allCases)
        func chunked(lines: Int, kind: SessionKind) async throws {
            let answer = try await kind.session.endpointResponse(with: Lines(count: lines))
            #expect(answer.value.map(\.id) == Array(0..<lines))
            #expect(answer.httpResponse.value(forHTTPHeaderField: "Transfer-Encoding") == "chunked")
        }

        @Test("Bytes arrive as they are, in any number", arguments: [0, 1, 2048, 102_400], SessionKind.allCases)
        func bytes(count: Int, kind: SessionKind) async throws {
            let session = kind.session
            let data = try await session.response(with: Bytes(count: count, seed: 7))
            #expect(data.count == count)
            #expect(try await session.response(with: Bytes(count: count, seed: 7)) == data)
        }

        @Test("A trickling answer arrives whole")
        func trickle() async throws {
            #expect(try await URLSession.shared.response(with: Drip(seconds: 0.5, count: 10)) == "**********")
        }

        @Test(
            "A range is a 206 with its part",
            arguments: [("bytes=10-19", "klmnopqrst"), ("bytes=0-0", "a"), ("bytes=24-", "yz"), ("bytes=-3", "xyz")]
        )
        func range(row: (field: String, text: String)) async throws {
            let answer = try await URLSession.shared.endpointResponse(with: Alphabet(range: row.field))
            #expect(answer.value == row.text)
            #expect(answer.httpResponse.statusCode == 206)
            #expect(answer.httpResponse.value(forHTTPHeaderField: "Content-Range")?.hasSuffix("/26") == true)
        }

        @Test("A range beyond the end is a typed 416")
        func unsatisfiable() async throws {
            let error = await #expect(throws: Alphabet.TaskError.self) {
                try await URLSession.shared.response(with: Alphabet(range: "bytes=200-300"))
            }
            #expect(error?.statusCode == 416)
            #expect(error?.httpResponse?.value(forHTTPHeaderField: "content-range") == "bytes */26")
        }

        @Test(
            "H-03 An entity tag is found in any spelling, and makes a conditional request",
            arguments: SessionKind.allCases)
        func entityTag(kind: SessionKind) async throws {
            let session = kind.session
            let first = try await session.endpointResponse(with: Tagged())
            for name in ["ETag", "etag", "ETAG"] {
                #expect(first.httpResponse.value(forHTTPHeaderField: name) == "abc")
            }
            let unchanged = await #expect(throws: Tagged.TaskError.self) {
                try await session.response(with: Tagged(ifNoneMatch: #""abc""#))
            }
            #expect(unchanged?.statusCode == 304)
            #expect(unchanged?.body?.isEmpty == true)
            let changed = await #expect(throws: Tagged.TaskError.self) {
                try await session.response(with: Tagged(ifMatch: #""other""#))
            }
            #expect(changed?.statusCode == 412)
        }

        @Test("H-03 Header fields of an answer are found in any spelling", arguments: SessionKind.allCases)
        func fields(kind: SessionKind) async throws {
            let answer = try await kind.session.endpointResponse(with: AnswerFields(first: ["1", "2"], wait: 3))
            for name in ["X-First", "x-first", "X-FIRST"] {
                #expect(answer.httpResponse.value(forHTTPHeaderField: name) == "1, 2")
            }
            #expect(answer.httpResponse.value(forHTTPHeaderField: "retry-after") == "3")
        }

        @Test("Text is read by its character set")
        func text() async throws {
            let text = try await URLSession.shared.response(with: Text())
            #expect(text.contains("∮ E⋅da = Q,  n → ∞, ∑ f(i) = ∏ g(i)"))
        }
    }

    struct Compressed: Endpoint {
        typealias Server = HTTPBin
        struct Response: Decodable, Sendable {
            var gzipped: Bool?
            var deflated: Bool?
            var brotli: Bool?
            var headers: [String: String]
        }
        static let definition = Definition(path: "\(\.coding)")
        var coding: String
    }

    /// Asks for lines of JSON, and reads them one by one.
    struct Lines: Endpoint {
        typealias Server = HTTPBin
        struct Line: Decodable, Sendable {
            var id: Int
        }
        static let definition = Definition(path: "stream/\(\.count)")
        var count: Int

        static func decode(_ data: Data, from response: HTTPURLResponse) throws -> [Line] {
            try data.split(separator: UInt8(ascii: "\n")).map { try JSONDecoder().decode(Line.self, from: $0) }
        }
    }

    struct Bytes: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Data
        static let definition = Definition(path: "bytes/\(\.count)", parameters: [.query("seed", \.seed)])
        var count: Int
        var seed: Int
    }

    struct Drip: Endpoint {
        typealias Server = HTTPBin
        typealias Response = String
        static let definition = Definition(
            path: "drip",
            parameters: [
                .query("duration", \.seconds), .query("numbytes", \.count), .query(constant: "delay", 0),
                .query(constant: "code", 200),
            ]
        )
        var seconds: Double
        var count: Int
    }

    struct Alphabet: Endpoint {
        typealias Server = HTTPBin
        typealias Response = String
        static let definition = Definition(path: "range/26", headers: ["Range": .field(\.range)])
        var range: String
    }

    struct Tagged: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Data
        static let definition = Definition(
            path: "etag/abc",
            headers: ["If-None-Match": .field(\.ifNoneMatch), "If-Match": .field(\.ifMatch)]
        )
        var ifNoneMatch: String?
        var ifMatch: String?
    }

    struct AnswerFields: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Void
        static let definition = Definition(
            path: "response-headers",
            parameters: [.query("X-First", \.first), .query("Retry-After", \.wait)]
        )
        var first: [String]
        var wait: Int
    }

    struct Text: Endpoint {
        typealias Server = HTTPBin
        typealias Response = String
        static let definition = Definition(path: "encoding/utf8")
    }
}
