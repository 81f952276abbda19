import Endpoints
import Testing

extension RealServers {
    @Suite("Redirects")
    struct Redirects {
        @Test(
            "X-03 301, 302 and 303 turn a POST into a GET without its body",
            arguments: [301, 302, 303],
            SessionKind.allCases
        )
        func becomesGet(status: Int, kind: SessionKind) async throws {
            let upload = RedirectedUpload(target: "/anything/target", status: status, body: Data("text".utf8))
            let answer = try await kind.session.endpointResponse(with: upload)
            #expect(answer.value.method == "GET")
            #expect(answer.value.data?.isEmpty == true)
            #expect(answer.value.headers["Content-Type"] == nil)
            #expect(answer.request.url?.path == "/anything/target")
        }

        @Test(
            "X-03 A POST redirected by 307 and 308 arrives with its body", arguments: [307, 308], SessionKind.allCases)
        func staysPost(status: Int, kind: SessionKind) async throws {
            let upload = RedirectedUpload(target: "/anything/target", status: status, body: Data("the body".utf8))
            let echo = try await kind.session.response(with: upload)
            #expect(echo.method == "POST")
            #expect(echo.data == "the body")
            #expect(echo.headers["Content-Type"] == "text/plain")
        }

        @Test("X-03 Credentials stay with a redirect inside the origin", arguments: [301, 302, 303, 307, 308])
        func keepsCredentials(status: Int) async throws {
            let redirect = Redirect(target: "/anything", status: status)
            let echo = try await URLSession.shared.response(with: redirect, auth: .bearer("s3cr3t"))
            #expect(echo.headers["Authorization"] == "Bearer s3cr3t")
        }

        @Test(
            "X-01 Credentials don't follow a redirect to another origin",
            .enabled(if: HTTPBin.otherOrigin != nil, "The httpbin has one name only."),
            arguments: SessionKind.allCases
        )
        func dropsCredentials(kind: SessionKind) async throws {
            let other = try #require(HTTPBin.otherOrigin).appendingPathComponent("anything")
            let methods: [any AuthenticationMethod] = [
                .bearer("s3cr3t"), .basic(username: "user", password: "s3cr3t"),
                .headerKey("s3cr3t", header: "X-API-Key"), .cookie(name: "sid", value: "s3cr3t"),
            ]
            for method in methods {
                for status in [302, 307] {
                    let redirect = RedirectedUpload(target: other.absoluteString, status: status, body: Data("b".utf8))
                    let answer = try await kind.session.endpointResponse(with: redirect, auth: method)
                    #expect(answer.request.url?.host == other.host)
                    #expect(!"\(answer.value.headers)".contains("s3cr3t"))
                    #expect(!"\(answer.request.allHTTPHeaderFields ?? [:])".contains("s3cr3t"))
                }
            }
        }

        @Test("Chains are followed, relative and absolute", arguments: Chain.rows, SessionKind.allCases)
        func chain(row: Chain, kind: SessionKind) async throws {
            let answer = try await kind.session.endpointResponse(with: row)
            #expect(answer.request.url?.path == "/get")
            #expect(answer.httpResponse.statusCode == 200)
            #expect(answer.attempts == 1)
        }

        @Test("X-03 Ten redirects are followed, and the eleventh is a typed error", arguments: [11, 12])
        func limit(count: Int) async throws {
            let error = await #expect(throws: Chain.TaskError.self) {
                try await URLSession.shared.response(with: Chain(kind: "redirect", count: count))
            }
            guard case .transportError(let failure) = error else {
                Issue.record("It is \(String(describing: error)).")
                return
            }
            #expect(failure.code == .tooManyRedirects)
            #expect(failure.detail?.hasPrefix("http://") == true)
        }

        @Test(
            "A redirect to what is not HTTP is a typed error", arguments: ["file:///etc/passwd", "ftp://127.0.0.1/x"])
        func otherScheme(target: String) async throws {
            let error = await #expect(throws: Redirect.TaskError.self) {
                try await URLSession.shared.response(with: Redirect(target: target))
            }
            guard case .transportError(let failure) = error else {
                Issue.record("It is \(String(describing: error)).")
                return
            }
            #expect(failure.code == .invalidRedirect)
        }

        @Test("A redirect's own query arrives as it is")
        func query() async throws {
            let echo = try await URLSession.shared.response(with: Redirect(target: "/anything?a=1%262&b=x%2By"))
            #expect(echo.args == ["a": ["1&2"], "b": ["x+y"]])
        }

        @Test("A platform task follows redirects too, but can't send a body again", arguments: SessionKind.allCases)
        func task(kind: SessionKind) async throws {
            let followed = try await kind.session.taskResult(of: Chain(kind: "relative-redirect", count: 2)).get()
            #expect(followed.url.hasSuffix("/get"))
            let upload = RedirectedUpload(target: "/anything", status: 307, body: Data("b".utf8))
            let result = try await kind.session.taskResult(of: upload)
            guard case .failure(.transportError(let failure)) = result else {
                Issue.record("It is \(result).")
                return
            }
            #expect(failure.code == .redirectNeedsBody)
        }
    }

    /// A number of redirects, one after another, to `/get`.
    struct Chain: Endpoint, CustomTestStringConvertible {
        typealias Server = HTTPBin
        typealias Response = Echo
        static let definition = Definition(path: "\(\.kind)/\(\.count)")
        static let rows = [
            Chain(kind: "redirect", count: 3), Chain(kind: "relative-redirect", count: 2),
            Chain(kind: "absolute-redirect", count: 2), Chain(kind: "redirect", count: 10),
        ]
        var kind: String
        var count: Int

        var testDescription: String { "/\(kind)/\(count)" }
    }
}

extension URLSession {
    /// Sends an endpoint by a platform task and waits for it.
    fileprivate func taskResult<T: Endpoint>(of endpoint: T) async throws -> Result<T.Response, T.TaskError>
    where T.Auth == NoAuth {
        try await withCheckedThrowingContinuation { continuation in
            do {
                try endpointTask(with: endpoint) { continuation.resume(returning: $0) }.resume()
            } catch {
                continuation.resume(throwing: error)
            }
        }
    }
}
