import Endpoints
import LoopbackServer
import Testing

/// A value is text, encoded exactly once: what the server decodes is what was given.
@Suite("Round trips", .timeLimit(.minutes(5)))
struct RoundTripTests {
    private struct Carry: Endpoint {
        typealias Server = LoopbackSite
        typealias Response = String

        static let definition = Definition(
            method: .post, path: "v/\(\.first)/\(\.second)/\(\.third)/\(\.fourth)/\(\.fifth)/end",
            parameters: [.query("q", \.texts), .query("last", \.fifth), .form("f", \.texts), .form("end", \.first)])

        var texts: [String]

        var first: String { texts[0] }
        var second: String { texts[1] }
        var third: String { texts[2] }
        var fourth: String { texts[3] }
        var fifth: String { texts[4] }
    }

    @Test("U-02 1,000 random strings round-trip through path, query and form", arguments: [11] as [UInt64])
    func random(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let session = URLSession.fresh()
        let server = try LoopbackServer.immediate { _ in Reply(body: "ok") }
        let batches = (0..<200).map { _ in (0..<5).map { _ in Self.text(using: &random) } }
        for texts in batches {
            #expect(try await session.response(with: Carry(texts: texts), environment: server.url) == "ok")
        }
        let requests = server.requests
        try #require(requests.count == batches.count)
        for (request, texts) in zip(requests, batches) {
            try Self.check(request, texts)
        }
    }

    @Test("U-02 strings that are known to go wrong")
    func known() async throws {
        let session = URLSession.fresh()
        let server = try LoopbackServer.immediate { _ in Reply(body: "ok") }
        let batches = [
            ["a+b c&d=e;f#g%h/é", "50%26", "%2F", "+", "a/b?c#d"], ["...", "..x", "a..b", " ", "~"],
            ["\0", "\r\n", "\t", "\u{7F}", "\u{85}"], ["e\u{301}", "é", "👩‍👩‍👧", "\u{FEFF}x", "\u{202E}abc"],
            ["%", "%%", "%2", "%zz", "%00"], ["//", "/", "\\", "http://x/y", "?"], ["=", "&", ";", ":", "@"],
        ]
        for texts in batches {
            #expect(try await session.response(with: Carry(texts: texts), environment: server.url) == "ok")
        }
        for (request, texts) in zip(server.requests, batches) {
            try Self.check(request, texts)
        }
    }

    @Test("U-01 the bytes on the wire")
    func bytes() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let texts = ["a+b c", "r+/=", "a/b?c#d", "é;", "*-._~'()!"]
        _ = try await URLSession.shared.response(with: Carry(texts: texts), environment: server.url)
        let request = try #require(server.requests.first)
        #expect(request.path.hasPrefix("/v/a+b%20c/") || request.path.hasPrefix("/v/a%2Bb%20c/"))
        #expect(request.path.contains("/a%2Fb%3Fc%23d/%C3%A9"))
        #expect(request.query?.hasPrefix("q=a%2Bb%20c&q=r%2B%2F%3D&q=a%2Fb%3Fc%23d&q=%C3%A9%3B&") == true)
        #expect(request.bodyText.hasPrefix("f=a%2Bb+c&f=r%2B%2F%3D&f=a%2Fb%3Fc%23d&f=%C3%A9%3B&f=*-._%7E"))
        #expect(request.header("Content-Type")?.hasPrefix("application/x-www-form-urlencoded") == true)
    }

    private static func check(_ request: Request, _ texts: [String]) throws {
        let segments = request.path.split(separator: "/", omittingEmptySubsequences: false)
        try #require(segments.count == 8, "\(request.path)")
        #expect(segments[1] == "v" && segments[7] == "end")
        #expect(segments[2...6].map { decoded($0) } == texts.map { Array($0.utf8) })
        let query = try pairs(of: #require(request.query), plusIsSpace: false)
        #expect(query.map(\.name) == ["q", "q", "q", "q", "q", "last"])
        #expect(query.map(\.value) == (texts + [texts[4]]).map { Array($0.utf8) })
        #expect(request.query?.contains("+") == false)
        let form = pairs(of: request.bodyText, plusIsSpace: true)
        #expect(form.map(\.name) == ["f", "f", "f", "f", "f", "end"])
        #expect(form.map(\.value) == (texts + [texts[0]]).map { Array($0.utf8) })
        #expect(request.target.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }

    private static func pairs(of text: String, plusIsSpace: Bool) -> [(name: String, value: [UInt8])] {
        text.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? parts[1] : ""
            return (String(parts[0]), decoded(value, plusIsSpace: plusIsSpace))
        }
    }

    /// Written anew for the test, so that it shares no fault with what it checks.
    private static func decoded(_ text: Substring, plusIsSpace: Bool = false) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return bytes
    }

    private static func text(using random: inout SeededGenerator) -> String {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0x20...0x2F, 0x00...0x1F, 0xA0...0x24F, 0x400...0x4FF, 0x4E00...0x9FFF, 0x1F300...0x1F64F,
            0x0...0x10FFFF,
        ]
        while true {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let range = ranges[Int.random(in: 0..<ranges.count, using: &random)]
                if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &random)) { scalars.append(scalar) }
            }
            let text = String(scalars)
            if !text.isEmpty, text != ".", text != ".." { return text }
        }
    }
}
