import Endpoints
import Testing

@Suite("Header", .timeLimit(.minutes(5)))
struct HeaderTests {
    /// Every header that has a constant.
    static let standard = Header.standard.values.flatMap(\.self)

    // MARK: Equality

    @Test(
        "H-03 names that differ in case only are one header",
        arguments: [
            ("Content-Type", "content-type"), ("Content-Type", "CONTENT-TYPE"), ("etag", "ETag"),
            ("Z-aZ@[`{", "z-AZ@[`{"),
        ]
    )
    func equalityIgnoresCase(one: String, other: String) {
        #expect(Header(one) == Header(other))
        #expect(Header(one).hashValue == Header(other).hashValue)
        #expect(Set([Header(one), Header(other)]).count == 1)
    }

    @Test("H-03 a dictionary finds a header by any spelling")
    func lookupIgnoresCase() {
        let fields: [Header: String] = ["retry-after": "2", "WWW-AUTHENTICATE": "Bearer"]
        #expect(fields[.retryAfter] == "2")
        #expect(fields[.wwwAuthenticate] == "Bearer")
        #expect(fields["Retry-after"] == "2")
    }

    @Test(
        "H-03 only ASCII letters lose their case",
        arguments: [
            ("Accept", "Accept-Language"), ("X-A", "X_A"), ("X-@", "X-`"), ("X-[", "X-{"),
            ("Keep-Alive", "\u{212A}eep-Alive"), ("X-\u{C4}", "X-\u{E4}"),
        ]
    )
    func differentNamesDiffer(one: String, other: String) {
        #expect(Header(one) != Header(other))
    }

    // MARK: Spelling

    @Test("The given spelling is kept", arguments: ["X-Client", "x-client", "X-CLIENT", "", "a b"])
    func spellingIsKept(name: String) {
        let header = Header(name)
        #expect(header.name == name)
        #expect(header.description == name)
        #expect("\(header)" == name)
    }

    @Test("A string literal is a header")
    func stringLiteral() {
        let header: Header = "x-Client"
        #expect(header.name == "x-Client")
        #expect(header == Header("X-Client"))
    }

    // MARK: Validity

    @Test(
        "H-01 a name that is no token is flagged",
        arguments: [
            "", " ", "X Client", " X-Client", "X-Client ", "X-Client\r", "X-Client\n", "X-Client\r\nX-Admin: 1",
            "X:Client",
            ":authority", "X-\u{E9}", "X-\u{212A}", "X-\0", "X-\t", "X-\u{7F}", "X,Y", "X;Y", "X(Y)", "X<Y>", "X@Y",
            "X/Y",
            "X[Y]", "X{Y}", "X?Y", "X=Y", "X\\Y", "\"X\"",
        ]
    )
    func invalidName(name: String) {
        #expect(!Header(name).isValid)
        #expect(Header(name).name == name)
    }

    @Test("H-01 a token is valid", arguments: ["a", "X-Client", "x_client", "0", "!#$%&'*+-.^_`|~09azAZ"])
    func validName(name: String) {
        #expect(Header(name).isValid)
    }

    // MARK: Categories

    @Test("S4-58 Cookie is of the request, Set-Cookie of the response")
    func cookieCategories() {
        #expect(Header.cookie.category == .request)
        #expect(Header.setCookie.category == .response)
    }

    @Test(
        "S4-58 a header has its category whatever its spelling",
        arguments: [
            ("cookie", .request), ("SET-COOKIE", .response), ("accept", .request), ("Authorization", .request),
            ("www-authenticate", .response), ("Retry-After", .response), ("cache-control", .general),
            ("Connection", .general), ("date", .general), ("Via", .general), ("Trailer", .general),
            ("transfer-encoding", .general), ("content-type", .representation), ("Last-Modified", .representation),
            ("X-Request-ID", .custom), ("X-Client", .custom), ("", .custom),
        ] as [(String, Header.Category)]
    )
    func categoryByName(name: String, category: Header.Category) {
        #expect(Header(name).category == category)
    }

    // MARK: Standard headers

    @Test("Every standard header is valid")
    func standardHeadersAreValid() {
        #expect(Self.standard.filter { !$0.isValid } == [])
    }

    @Test("No standard header stands twice")
    func standardHeadersAreUnique() {
        let repeated = Dictionary(grouping: Self.standard, by: \.self).filter { $0.value.count > 1 }.keys
        #expect(repeated.map(\.name).sorted() == [])
    }

    @Test(
        "S4-58 every standard header has the category that it is listed under",
        arguments: [.general, .request, .response, .representation, .custom] as [Header.Category]
    )
    func standardHeadersHaveTheirCategory(category: Header.Category) throws {
        let headers = try #require(Header.standard[category])
        #expect(!headers.isEmpty)
        #expect(headers.filter { $0.category != category } == [])
        #expect(headers.filter { Header($0.name.uppercased()).category != category } == [])
    }

    @Test("Every constant of the source is listed under a category, and named after its field")
    func everyConstantIsListed() throws {
        let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        let file = package.appendingPathComponent("Sources/Endpoints/Declaring/Header+Standard.swift")
        let source = try String(contentsOf: file, encoding: .utf8)
        let constants = source.matches(of: #/public static let `?(?<constant>\w+)`? = Header\("(?<name>[^"]+)"\)/#)

        let declared = constants.map { String($0.output.name) }
        #expect(declared.sorted() == Self.standard.map(\.name).sorted())

        let misnamed = constants.filter { match in
            match.output.constant.lowercased() != match.output.name.lowercased().filter { $0 != "-" }
        }
        #expect(misnamed.map { String($0.output.constant) } == [])
    }
}
