import Endpoints
import Testing

@Suite("HTTPMethod", .timeLimit(.minutes(5)))
struct HTTPMethodTests {
    struct Properties: Sendable {
        var method: HTTPMethod
        var name: String
        var isSafe: Bool
        var isIdempotent: Bool
        var forbidsBody: Bool
    }

    @Test(
        "S2-1 the standard methods have their names and the properties of RFC 9110 §9.2",
        arguments: [
            Properties(method: .get, name: "GET", isSafe: true, isIdempotent: true, forbidsBody: true),
            Properties(method: .head, name: "HEAD", isSafe: true, isIdempotent: true, forbidsBody: true),
            Properties(method: .post, name: "POST", isSafe: false, isIdempotent: false, forbidsBody: false),
            Properties(method: .put, name: "PUT", isSafe: false, isIdempotent: true, forbidsBody: false),
            Properties(method: .patch, name: "PATCH", isSafe: false, isIdempotent: false, forbidsBody: false),
            Properties(method: .delete, name: "DELETE", isSafe: false, isIdempotent: true, forbidsBody: false),
            Properties(method: .options, name: "OPTIONS", isSafe: true, isIdempotent: true, forbidsBody: false),
            Properties(method: .trace, name: "TRACE", isSafe: true, isIdempotent: true, forbidsBody: true),
        ]
    )
    func standardMethods(expected: Properties) {
        #expect(expected.method.rawValue == expected.name)
        #expect(expected.method.description == expected.name)
        #expect(expected.method.isValid)
        #expect(expected.method.isSafe == expected.isSafe)
        #expect(expected.method.isIdempotent == expected.isIdempotent)
        #expect(expected.method.forbidsBody == expected.forbidsBody)
    }

    @Test("Methods are case-sensitive, and an unknown one is neither safe nor idempotent")
    func caseMatters() {
        let lowerCase: HTTPMethod = "get"
        #expect(lowerCase != .get)
        #expect(Set([lowerCase, .get, "GET"]).count == 2)
        #expect(!lowerCase.isSafe)
        #expect(!lowerCase.isIdempotent)
        #expect(!HTTPMethod("delete").isIdempotent)
    }

    @Test("The set of methods is open", arguments: ["PROPFIND", "MKCOL", "QUERY", "X-Custom"])
    func openSet(name: String) {
        let method = HTTPMethod(rawValue: name)
        #expect(method.rawValue == name)
        #expect(method.isValid)
        #expect(!method.isSafe)
        #expect(!method.isIdempotent)
        #expect(!method.forbidsBody)
    }

    @Test(
        "A body is forbidden in any case of the name",
        arguments: ["get", "Get", "GET", "head", "Head", "trace", "tRACE"])
    func bodyIsForbiddenInAnyCase(name: String) {
        #expect(HTTPMethod(rawValue: name).forbidsBody)
    }

    @Test("A body is not forbidden by a similar name", arguments: ["GETS", "GE", "post", "delete", "options", ""])
    func bodyIsAllowed(name: String) {
        #expect(!HTTPMethod(rawValue: name).forbidsBody)
    }

    @Test(
        "H-01 a method that is no token is flagged",
        arguments: ["", " ", "GET ", " GET", "GET\r\n", "GET / HTTP/1.1\r\nX: 1", "GE\u{301}T", "G:ET", "GET\0", "G/T"]
    )
    func invalidMethod(name: String) {
        #expect(!HTTPMethod(rawValue: name).isValid)
        #expect(HTTPMethod(rawValue: name).rawValue == name)
    }
}
