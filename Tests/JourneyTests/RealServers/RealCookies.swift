import Endpoints
import Testing

extension RealServers {
    @Suite("Cookies")
    struct Cookies {
        /// Sessions with a cookie storage of their own, so that no test sees another's.
        enum Storage: CaseIterable, Sendable {
            case plain
            case forEndpoints

            var session: URLSession {
                switch self {
                case .plain: URLSession(configuration: .ephemeral)
                case .forEndpoints: .forEndpoints(configuration: .ephemeral)
                }
            }
        }

        @Test("A cookie that a redirect sets is sent to its target, and from then on", arguments: Storage.allCases)
        func set(storage: Storage) async throws {
            let session = storage.session
            #expect(try await session.response(with: SetCookies(a: "1", b: "x y")).cookies["a"] == "1")
            let jar = try await session.response(with: ShowCookies()).cookies
            #expect(jar["a"] == "1")
            #expect(jar.count == 2)
        }

        @Test("A cookie that is deleted is gone", arguments: Storage.allCases)
        func delete(storage: Storage) async throws {
            let session = storage.session
            _ = try await session.response(with: SetCookies(a: "1", b: "2"))
            #expect(try await session.response(with: DeleteCookie()).cookies == ["b": "2"])
            #expect(try await session.response(with: ShowCookies()).cookies == ["b": "2"])
        }

        @Test("H-04 Two cookies of one answer are kept, dates with commas included", arguments: Storage.allCases)
        func several(storage: Storage) async throws {
            let session = storage.session
            let lines = ["c=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT; Path=/", "d=2; Path=/"]
            _ = try await session.response(with: AnswerCookies(lines: lines))
            #expect(try await session.response(with: ShowCookies()).cookies == ["c": "1", "d": "2"])
        }

        @Test("H-05 A declared Cookie field wins over the stored cookies", arguments: Storage.allCases)
        func explicit(storage: Storage) async throws {
            let session = storage.session
            _ = try await session.response(with: SetCookies(a: "stored", b: "stored"))
            #expect(try await session.response(with: ShowCookies(cookie: "a=own")).cookies == ["a": "own"])
            #expect(try await session.response(with: ShowCookies()).cookies["a"] == "stored")
        }

        @Test("H-05 CookieAuth sends its own cookie only, and keeps none", arguments: Storage.allCases)
        func cookieAuth(storage: Storage) async throws {
            let session = storage.session
            _ = try await session.response(with: SetCookies(a: "stored", b: "stored"))
            let auth = CookieAuth(name: "a", value: "s3cr3t")
            #expect(try await session.response(with: ShowCookies(), auth: auth).cookies == ["a": "s3cr3t"])
            _ = try await session.response(with: SetCookies(a: "foreign", b: "foreign"), auth: auth)
            let jar = try await session.response(with: ShowCookies()).cookies
            #expect(jar == ["a": "stored", "b": "stored"])
        }

        @Test("H-05 Two accounts on one session never see each other's cookie")
        func accounts() async throws {
            let session = URLSession.forEndpoints(configuration: .ephemeral)
            try await withThrowingTaskGroup(of: (String, [String: String]).self) { group in
                for account in ["anna", "bert", "cleo", "dora"] {
                    group.addTask {
                        let auth = CookieAuth(name: "sid", value: account)
                        return (account, try await session.response(with: ShowCookies(), auth: auth).cookies)
                    }
                }
                for try await (account, cookies) in group { #expect(cookies == ["sid": account]) }
            }
        }

        @Test("The storage that sessions share is used, and left as it was", arguments: SessionKind.allCases)
        func shared(kind: SessionKind) async throws {
            let session = kind.session
            let name = "endpoints-\(UUID().uuidString)"
            _ = try await session.response(with: AnswerCookies(lines: ["\(name)=1; Path=/"]))
            #expect(try await session.response(with: ShowCookies()).cookies[name] == "1")
            _ = try await session.response(with: AnswerCookies(lines: ["\(name)=; Max-Age=0; Path=/"]))
            #expect(try await session.response(with: ShowCookies()).cookies[name] == nil)
        }
    }

    struct Jar: Decodable, Sendable {
        var cookies: [String: String]
    }

    struct SetCookies: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Jar
        static let definition = Definition(
            path: "cookies/set",
            parameters: [.query("a", \.a), .query("b", \.b)]
        )
        var a: String
        var b: String
    }

    struct DeleteCookie: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Jar
        static let definition = Definition(path: "cookies/delete", parameters: [.query(constant: "a", "")])
    }

    struct ShowCookies: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Jar
        static let definition = Definition(path: "cookies", headers: ["Cookie": .field(\.cookie)])
        var cookie: String?
    }

    /// Asks for an answer with the given `Set-Cookie` lines.
    struct AnswerCookies: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Void
        static let definition = Definition(path: "response-headers", parameters: [.query("Set-Cookie", \.lines)])
        var lines: [String]
    }
}
