import Testing

@testable import Endpoints

@Suite("The http-state suite")
struct HTTPStateTests {
    /// A time before all the ends that the suite takes for future ones.
    private static let now = Date(timeIntervalSince1970: 1_300_000_000)
    private static let answer = "http://home.example.org:8888/cookie-parser"

    @Test("cookies are kept and sent as it says, or as RFC 6265bis does", arguments: HTTPStateCase.all)
    func sends(example: HTTPStateCase) throws {
        let base = try #require(URL(string: Self.answer))
        let place = try #require(URL(string: example.place, relativeTo: base))
        let (from, to) = (try #require(CookieOrigin(base)), try #require(CookieOrigin(place.absoluteURL)))
        var store = CookieStore()
        for line in example.lines { store.take(line, from: from, at: Self.now) }
        let expected = example.difference?.sent ?? example.sent
        #expect(store.field(to: to, at: Self.now) ?? "" == expected)
    }

    @Test("none is left out without a rule, and no rule is named in vain")
    func isWhole() {
        #expect(Set(HTTPStateCase.all.map(\.name)).count == 222)
        let differences = HTTPStateCase.all.filter { $0.difference != nil }
        #expect(differences.count == 29)
        #expect(differences.allSatisfy { $0.difference?.sent != $0.sent && $0.difference?.rule.isEmpty == false })
    }
}
