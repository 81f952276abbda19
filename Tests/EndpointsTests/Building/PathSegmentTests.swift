import Endpoints
import Testing

private protocol Segmented: Endpoint where Server == RuleServer, Response == Void {
    init(a: String, b: String)
}

private struct Named: Segmented {
    static let definition = Definition(path: "Items(Name='\(\.a)',Key=\(\.b))/Details")
    var a: String, b: String
}
private struct Suffixed: Segmented {
    static let definition = Definition(path: "files/\(\.a).json")
    var a: String, b: String
}
private struct Prefixed: Segmented {
    static let definition = Definition(path: "x-\(\.a)/\(\.b)-x")
    var a: String, b: String
}
private struct Escaped: Segmented {
    static let definition = Definition(path: "%41\(\.a)/...\(\.b)")
    var a: String, b: String
}
private struct Glued: Segmented {
    static let definition = Definition(path: "\(\.a)\(\.b)/end")
    var a: String, b: String
}
private struct Dotted: Segmented {
    static let definition = Definition(path: "/start/.\(\.a)")
    var a: String, b: String
}
private struct Twice: Segmented {
    static let definition = Definition(path: "..\(\.a)/\(\.b)..")
    var a: String, b: String
}
private struct Between: Segmented {
    static let definition = Definition(path: "p/\(\.a).\(\.b)")
    var a: String, b: String
}
private struct Encoded: Segmented {
    static let definition = Definition(path: "p/%2E\(\.a)/%2e%2E\(\.b)/q")
    var a: String, b: String
}
private struct Alone: Segmented {
    static let definition = Definition(path: "x\({ _ in "/" })y/\(\.a)/\(\.b)")
    var a: String, b: String
}

@Suite("Holes inside a segment", .timeLimit(.minutes(5)))
struct PathSegmentTests {
    private func path(_ type: (some Segmented).Type, _ a: String, _ b: String = "k") throws -> String {
        let parts = RuleDecoder.parts(try type.init(a: a, b: b).urlRequest().ruleURL())
        #expect(parts.origin == "https://api.example.com")
        return parts.path
    }

    /// The hole that a refusal names, and its reason; nil when the request was built.
    private func refusal(
        _ type: (some Segmented).Type, _ a: String, _ b: String = "k"
    ) throws -> (outline: String, hole: Int, reason: String)? {
        guard let refusal = ruleRefusal(type.init(a: a, b: b)) else { return nil }
        guard case .invalidPathValue(let outline, let hole, let reason) = refusal else {
            Issue.record("\(refusal)")
            return nil
        }
        return (outline, hole, reason)
    }

    @Test(
        "beside other text a value is any text, also dots and nothing",
        arguments: ["", ".", "..", "...", "x"])
    func besideText(value: String) throws {
        #expect(try path(Named.self, value, value) == "/v2/Items(Name='\(value)',Key=\(value))/Details")
        #expect(try path(Suffixed.self, value) == "/v2/files/\(value).json")
        #expect(try path(Prefixed.self, value, value) == "/v2/x-\(value)/\(value)-x")
        #expect(try path(Escaped.self, value, value) == "/v2/%41\(value)/...\(value)")
    }

    @Test("beside other text a value is still escaped and stays in its segment")
    func escaped() throws {
        #expect(try path(Named.self, "a/../b'", "?#") == "/v2/Items(Name='a%2F..%2Fb%27',Key=%3F%23)/Details")
        #expect(try path(Suffixed.self, "%2e%2e") == "/v2/files/%252e%252e.json")
    }

    @Test("several values that are a segment together are neither dots nor nothing")
    func glued() throws {
        for (a, b, segment) in [("", "", ""), (".", "", "."), ("", ".", "."), (".", ".", ".."), ("..", "", "..")] {
            let refusal = try #require(try refusal(Glued.self, a, b))
            #expect(refusal.outline == "{1}{2}/end" && refusal.hole == 1)
            #expect(
                refusal.reason
                    == (segment.isEmpty
                        ? "its segment is empty" : "its segment is “\(segment)”, which names another path"))
        }
        #expect(try path(Glued.self, "..", ".") == "/v2/.../end")
        #expect(try path(Glued.self, "", "x") == "/v2/x/end")
        #expect(try path(Glued.self, "%2E", "%2E") == "/v2/%252E%252E/end")
        #expect(try path(Glued.self, "/", ".") == "/v2/%2F./end")
    }

    @Test("dots of the template and a value never become a dot segment, escaped ones neither")
    func dots() throws {
        for (a, hole) in [("", 1), (".", 1)] {
            #expect(try refusal(Dotted.self, a)?.hole == hole)
            #expect(try refusal(Dotted.self, a)?.outline == "/start/.{1}")
            #expect(try refusal(Encoded.self, a)?.hole == hole)
        }
        #expect(try path(Dotted.self, "..") == "/v2/start/...")
        #expect(try path(Dotted.self, "hidden") == "/v2/start/.hidden")
        #expect(try refusal(Twice.self, "")?.hole == 1)
        #expect(try refusal(Twice.self, "x", "")?.hole == 2)
        #expect(try path(Twice.self, ".", ".") == "/v2/.../...")
        #expect(try refusal(Encoded.self, "x", "")?.hole == 2)
        #expect(try path(Encoded.self, "..", ".") == "/v2/p/%2E../%2e%2E./q")
        for (a, b) in [("", ""), (".", ""), ("", ".")] {
            #expect(try refusal(Between.self, a, b)?.hole == 1)
        }
        #expect(try path(Between.self, ".", ".") == "/v2/p/...")
        #expect(try path(Between.self, "a", "") == "/v2/p/a.")
        #expect(try path(Between.self, "a/b", "..") == "/v2/p/a%2Fb...")
    }

    @Test("a value that is a segment of its own is refused as before, also beside a constant with a slash")
    func alone() throws {
        for value in ["", ".", ".."] {
            #expect(try refusal(Alone.self, value)?.hole == 2)
            #expect(try refusal(Alone.self, "k", value)?.hole == 3)
        }
        #expect(try refusal(Alone.self, "..")?.reason == "it is “..”, which names another path")
        #expect(try path(Alone.self, "...", ".x") == "/v2/x%2Fy/.../.x")
    }
}
