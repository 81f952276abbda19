import Endpoints
import Testing

private struct Get<Value: Sendable & Decodable>: Endpoint {
    typealias Server = RuleServer
    typealias Response = Value
    static var definition: Definition { Definition(path: "x") }
}

private struct Nothing: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "x")
}

private struct Model: Decodable, Equatable, Sendable { var a: String }

@Suite("Decoding responses", .timeLimit(.minutes(5)))
struct DecodingRulesTests {
    private func bytes(_ text: String) -> Data { Data(text.utf8) }
    private static let mark = Data([0xEF, 0xBB, 0xBF])

    @Test("S-01 Void ignores every body", arguments: ["", "ok", "{", "\u{FFFF}"])
    func void(body: String) throws {
        try Nothing.decode(bytes(body), from: ruleResponse(202, ["Content-Type": "text/plain"]))
    }

    @Test("S-01 zero bytes are fine for Data, String, EmptyResponse and optionals", arguments: [200, 204, 205])
    func emptyBodies(status: Int) throws {
        let response = try ruleResponse(status)
        #expect(try Get<Data>.decode(Data(), from: response) == Data())
        #expect(try Get<String>.decode(Data(), from: response) == "")
        #expect(try Get<EmptyResponse>.decode(Data(), from: response) == EmptyResponse())
        #expect(try Get<Model?>.decode(Data(), from: response) == nil)
        #expect(try Get<[Int]?>.decode(Data(), from: response) == nil)
        #expect(try Get<String?>.decode(Data(), from: response) ?? "" == "")
    }

    @Test("S-01 zero bytes are no model", arguments: [200, 204, 205])
    func emptyModel(status: Int) throws {
        let response = try ruleResponse(status)
        #expect(throws: (any Error).self) { try Get<Model>.decode(Data(), from: response) }
        #expect(throws: (any Error).self) { try Get<[Int]>.decode(Data(), from: response) }
    }

    @Test("S-01 an optional is its value, or null")
    func optional() throws {
        let response = try ruleResponse(200)
        #expect(try Get<Model?>.decode(bytes(#"{"a":"x"}"#), from: response) == Model(a: "x"))
        #expect(try Get<Model?>.decode(bytes("null"), from: response) == nil)
        #expect(throws: (any Error).self) { try Get<Model?>.decode(bytes("{}"), from: response) }
    }

    @Test("S-01 EmptyResponse takes any body", arguments: ["<h1>", "{\"a\":1}", "null", "[", "\u{0}"])
    func emptyResponse(body: String) throws {
        #expect(try Get<EmptyResponse>.decode(bytes(body), from: ruleResponse(200)) == EmptyResponse())
    }

    @Test(
        "S-02 the content type is no obstacle",
        arguments: ["Application/JSON; charset=UTF-8", "text/plain", "application/vnd.api+json", "", "nonsense;;=;"])
    func contentType(type: String) throws {
        let response = try ruleResponse(200, ["Content-Type": type])
        #expect(try Get<Model>.decode(bytes(#"{"a":"é"}"#), from: response) == Model(a: "é"))
        #expect(try Get<Model>.decode(bytes(#"{"a":"é"}"#), from: ruleResponse(200)) == Model(a: "é"))
    }

    @Test("S-02 top-level scalars and arrays are JSON")
    func fragments() throws {
        let response = try ruleResponse(200)
        #expect(try Get<Int>.decode(bytes("7"), from: response) == 7)
        #expect(try Get<[String]>.decode(bytes(" [\"a\"] \n"), from: response) == ["a"])
        #expect(try Get<Bool>.decode(bytes("true"), from: response))
    }

    @Test("S-03 a leading BOM is ignored")
    func bom() throws {
        let response = try ruleResponse(200)
        #expect(try Get<Model>.decode(Self.mark + bytes(#"{"a":"x"}"#), from: response) == Model(a: "x"))
        #expect(try Get<Model?>.decode(Self.mark + bytes(#"{"a":"x"}"#), from: response) == Model(a: "x"))
        let slice = (Data([1, 2]) + Self.mark + bytes(#"{"a":"x"}"#))[2...]
        #expect(try Get<Model>.decode(slice, from: response) == Model(a: "x"))
        #expect(try Get<Data>.decode(Self.mark, from: response) == Self.mark)
    }

    @Test(
        "S-03 invalid UTF-8 in JSON is an error, never U+FFFD",
        arguments: [
            [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82], [0x80],
        ] as [[UInt8]])
    func invalidUTF8(broken: [UInt8]) throws {
        let response = try ruleResponse(200)
        let value = bytes(#"{"a":""#) + Data(broken) + bytes(#""}"#)
        let key = bytes(#"{"a":"x",""#) + Data(broken) + bytes(#"":1}"#)
        let optional = value
        #expect(throws: (any Error).self) { try Get<Model>.decode(value, from: response) }
        #expect(throws: (any Error).self) { try Get<Model>.decode(key, from: response) }
        #expect(throws: (any Error).self) { try Get<Model?>.decode(optional, from: response) }
    }

    @Test(
        "S-03 H-03 text honours its charset, however header and charset are spelled",
        arguments: [
            ("Content-Type", "text/plain; charset=iso-8859-1", [0xE9], "é"),
            ("content-type", "text/plain;charset=ISO-8859-1", [0xE9], "é"),
            ("CONTENT-TYPE", "Text/Plain; Charset=\"Latin1\"", [0xE9], "é"),
            ("Content-Type", "text/plain; format=flowed; charset=windows-1252", [0x80], "€"),
            ("Content-Type", "text/plain; charset=utf-8", [0xC3, 0xA9], "é"),
            ("Content-Type", "text/plain; charset='utf-8'", [0xC3, 0xA9], "é"),
            ("Content-Type", "text/plain", [0xC3, 0xA9], "é"),
            ("Content-Type", "text/plain; charset=UTF-16", [0xFE, 0xFF, 0x00, 0xE9], "é"),
            ("Content-Type", "text/plain; charset=utf-16le", [0xE9, 0x00], "é"),
            ("Content-Type", "text/plain; charset=us-ascii", [0x61], "a"),
            ("X-Other", "text/plain; charset=iso-8859-1", [0xC3, 0xA9], "é"),
        ] as [(String, String, [UInt8], String)])
    func charset(header: String, type: String, body: [UInt8], text: String) throws {
        #expect(try Get<String>.decode(Data(body), from: ruleResponse(200, [header: type])) == text)
    }

    @Test("S-02 Data is untouched")
    func data() throws {
        let body = Data(0...255)
        #expect(try Get<Data>.decode(body, from: ruleResponse(200, ["Content-Type": "application/json"])) == body)
    }
}
