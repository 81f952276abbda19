import Endpoints
import Testing

private struct Problem: Decodable, Equatable, Sendable { var code: Int }
private struct Own: Decodable, Equatable, Sendable { var text: String }

private struct ProblemServer: ServerDefinition {
    typealias ErrorResponse = Problem
    func baseURL(for environment: Environments) -> URL? { URL(string: "https://api.example.com") }
}

private struct HandServer: ServerDefinition {
    enum ErrorResponse: Equatable, Sendable { case busy, other(Int) }
    func baseURL(for environment: Environments) -> URL? { URL(string: "https://api.example.com") }
    static func decodeError(_ data: Data, from response: HTTPURLResponse) throws -> ErrorResponse {
        response.statusCode == 429 ? .busy : .other(response.statusCode)
    }
}

private struct Plain: Endpoint {
    typealias Server = RuleServer
    typealias Response = Void
    static let definition = Definition(path: "x")
}

private struct Inheriting: Endpoint {
    typealias Server = ProblemServer
    typealias Response = Void
    static let definition = Definition(path: "x")
}

private struct InheritingByHand: Endpoint {
    typealias Server = HandServer
    typealias Response = Void
    static let definition = Definition(path: "x")
}

private struct Owning: Endpoint {
    typealias Server = ProblemServer
    typealias Response = Void
    typealias ErrorResponse = Own
    static let definition = Definition(path: "x")
}

private struct PerStatus: Endpoint {
    typealias Server = ProblemServer
    typealias Response = Void
    enum ErrorResponse: Equatable, Sendable { case invalid([String]), limited, other(Int) }
    static let definition = Definition(path: "x")
    static func decodeError(_ data: Data, from response: HTTPURLResponse) throws -> ErrorResponse {
        switch response.statusCode {
        case 422: .invalid(try JSONDecoder().decode([String].self, from: data))
        case 429: .limited
        default: .other(response.statusCode)
        }
    }
}

private struct Inside: Endpoint {
    typealias Server = ProblemServer
    typealias Response = Void
    static let definition = Definition(path: "x")
    static func accepts(_ response: HTTPURLResponse, body: Data) -> Bool {
        response.statusCode == 200 && body.range(of: Data("\"code\"".utf8)) == nil
    }
}

@Suite("Accepting and decoding errors", .timeLimit(.minutes(5)))
struct ErrorDecodingRulesTests {
    @Test(
        "S2-9 only 2xx is accepted",
        arguments: [
            (199, false), (200, true), (204, true), (299, true), (300, false), (304, false), (401, false), (500, false),
        ])
    func accepts(status: Int, accepted: Bool) throws {
        let response = try ruleResponse(status)
        #expect(Plain.accepts(response, body: Data()) == accepted)
        #expect(Plain.accepts(response, body: Data("{\"error\":1}".utf8)) == accepted)
    }

    @Test("S2-9 an endpoint finds the error inside a 200")
    func insideSuccess() throws {
        let response = try ruleResponse(200)
        #expect(Inside.accepts(response, body: Data("{}".utf8)))
        #expect(!Inside.accepts(response, body: Data(#"{"code":7}"#.utf8)))
        #expect(try Inside.decodeError(Data(#"{"code":7}"#.utf8), from: response) == Problem(code: 7))
    }

    @Test(
        "S-02 without a declared error type every body is an EmptyResponse",
        arguments: ["", "<h1>Bad</h1>", "{}", "\0"])
    func emptyResponse(body: String) throws {
        #expect(try Plain.decodeError(Data(body.utf8), from: ruleResponse(502)) == EmptyResponse())
    }

    @Test("S2-9 the server's error type is inherited, also one decoded by hand")
    func inherited() throws {
        let body = Data(#"{"code":3}"#.utf8)
        #expect(try Inheriting.decodeError(body, from: ruleResponse(400)) == Problem(code: 3))
        #expect(try ProblemServer.decodeError(body, from: ruleResponse(400)) == Problem(code: 3))
        #expect(try InheritingByHand.decodeError(Data(), from: ruleResponse(429)) == .busy)
        #expect(try InheritingByHand.decodeError(Data(), from: ruleResponse(500)) == .other(500))
    }

    @Test("S2-9 an endpoint's own error type wins, also one per status")
    func own() throws {
        #expect(try Owning.decodeError(Data(#"{"text":"x"}"#.utf8), from: ruleResponse(400)) == Own(text: "x"))
        #expect(try PerStatus.decodeError(Data(#"["a"]"#.utf8), from: ruleResponse(422)) == .invalid(["a"]))
        #expect(try PerStatus.decodeError(Data(), from: ruleResponse(429)) == .limited)
        #expect(try PerStatus.decodeError(Data(), from: ruleResponse(418)) == .other(418))
    }

    @Test("S-02 a body that does not fit throws its cause", arguments: ["", "<h1>Bad</h1>", "[]", "{\"code\":\"x\"}"])
    func misfit(body: String) throws {
        let response = try ruleResponse(502, ["Content-Type": "text/html"])
        #expect(throws: (any Error).self) { try Inheriting.decodeError(Data(body.utf8), from: response) }
        #expect(throws: (any Error).self) { try Owning.decodeError(Data(body.utf8), from: response) }
    }

    @Test("S-03 BOM and invalid UTF-8 in an error body")
    func bytes() throws {
        let bom = Data([0xEF, 0xBB, 0xBF]) + Data(#"{"code":1}"#.utf8)
        #expect(try Inheriting.decodeError(bom, from: ruleResponse(400)) == Problem(code: 1))
        let broken = Data(#"{"text":""#.utf8) + Data([0xFF]) + Data(#""}"#.utf8)
        let response = try ruleResponse(400)
        #expect(throws: (any Error).self) { try Owning.decodeError(broken, from: response) }
    }
}
