import Endpoints
import LoopbackServer
import Testing

/// Which redirects are followed, and what goes along.
@Suite("Redirect policy", .timeLimit(.minutes(5)))
struct RedirectPolicyTests {
    private let session = URLSession.fresh()

    @Test(
        "X-03 a policy of none takes the redirect for the answer", arguments: [301, 302, 303, 307, 308],
        [MethodRow(Getting.self), MethodRow(withBody: Posting.self)])
    func never(status: Int, row: MethodRow) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: "/next", status: status), Reply(body: "never")])
        let error = try #require(await row.send(session, server.url, RequestOptions(redirectPolicy: .never)))
        #expect(error.statusCode == status)
        #expect(error.httpResponse?.value(forHTTPHeaderField: "Location") == "/next")
        #expect(server.requestCount == 1)
    }

    @Test("X-03 an endpoint that accepts a redirect gets it as its response")
    func accepted() async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: 302, headers: [("Location", "/next")], body: "moved"), Reply(body: "never"),
        ])
        let answer = try await session.endpointResponse(
            with: Pointer(), environment: server.url, options: RequestOptions(redirectPolicy: .never))
        #expect(answer.value == "moved")
        #expect(answer.httpResponse.statusCode == 302)
        #expect(server.requestCount == 1)
    }

    @Test(
        "X-03 the same origin is followed by its policy, credentials and all",
        arguments: [
            "/next", "next", "?next=1", "//127.0.0.1:PORT/next", "http://127.0.0.1:PORT/next",
            "HTTP://127.0.0.1:PORT/next",
        ])
    func sameOrigin(location: String) async throws {
        let server = try LoopbackServer.immediate { request in
            guard request.number == 0 else { return Reply(body: "there") }
            let port = request.header("Host")?.split(separator: ":").last ?? ""
            return .redirect(to: location.replacingOccurrences(of: "PORT", with: port))
        }
        let text = try await session.response(
            with: Visit<Getting>(), environment: server.url, auth: .bearer("s3cr3t"),
            options: RequestOptions(redirectPolicy: .sameOrigin))
        #expect(text == "there")
        let kept = server.requests.map { $0.header("Authorization") == "Bearer s3cr3t" }
        #expect(kept == [true, true])
    }

    @Test("X-01 another origin is not followed by the policy of the same one", arguments: [301, 302, 303, 307, 308])
    func foreign(status: Int) async throws {
        let target = try LoopbackServer(replies: [Reply(body: "never")])
        let addresses = [
            "http://127.0.0.1:\(target.port)/next", "//127.0.0.1:\(target.port)/next",
            "http://localhost:\(target.port)/next",
        ]
        for address in addresses {
            let origin = try LoopbackServer(replies: [.redirect(to: address, status: status)])
            let error = try await session.failure(
                of: Deliver<Putting>(body: Data("x".utf8)), environment: origin.url, auth: .bearer("s3cr3t"),
                options: RequestOptions(redirectPolicy: .sameOrigin))
            #expect(error.transportCode == .foreignRedirect)
            #expect(origin.requestCount == 1)
        }
        #expect(target.requestCount == 0)
        #expect(target.connectionCount == 0)
    }

    @Test("X-01 another host at the same port is another origin")
    func otherHost() async throws {
        let server = try LoopbackServer.immediate { request in
            let port = request.header("Host")?.split(separator: ":").last ?? ""
            return request.path == "/next" ? Reply(body: "never") : .redirect(to: "http://localhost:\(port)/next")
        }
        let error = try await session.failure(
            of: Visit<Getting>(), environment: server.url, options: RequestOptions(redirectPolicy: .sameOrigin))
        #expect(error.transportCode == .foreignRedirect)
        #expect(server.requestCount == 1)
    }

    @Test("X-03 a refused redirect is not repeated by a retry policy")
    func notRetried() async throws {
        let target = try LoopbackServer(replies: [Reply(body: "never")])
        let origin = try LoopbackServer(replies: [.redirect(to: target.url.absoluteString + "/next")])
        _ = try await session.failure(
            of: Visit<Getting>(), environment: origin.url,
            options: RequestOptions(retryPolicy: .prompt, redirectPolicy: .sameOrigin))
        #expect(origin.requestCount == 1)
    }

    @Test(
        "X-03 ten redirects are followed, by the default and by name", arguments: [nil, .follow] as [RedirectPolicy?])
    func limit(policy: RedirectPolicy?) async throws {
        let options = RequestOptions(redirectPolicy: policy)
        let ten = try LoopbackServer.immediate { request in
            request.number == 10 ? Reply(body: "there") : .redirect(to: "/\(request.number + 1)")
        }
        #expect(try await session.response(with: Visit<Getting>(), environment: ten.url, options: options) == "there")
        #expect(ten.requestCount == 11)
        let endless = try LoopbackServer.immediate { .redirect(to: "/\($0.number + 1)") }
        let error = try await session.failure(of: Visit<Getting>(), environment: endless.url, options: options)
        #expect(error.transportCode == .tooManyRedirects)
        #expect(endless.requestCount == 11)
    }

    @Test(
        "X-03 a 307 keeps method, body and credential; a 303 fetches; the spelling of the field is free",
        arguments: [307, 303])
    func methods(status: Int) async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: status, headers: [("location", "/next")]), Reply(body: "there"),
        ])
        let text = try await session.response(
            with: Deliver<Posting>(body: Data("parcel".utf8)), environment: server.url, auth: .bearer("s3cr3t"),
            options: RequestOptions(redirectPolicy: .sameOrigin))
        #expect(text == "there")
        let last = try #require(server.requests.last)
        #expect(last.method == (status == 307 ? "POST" : "GET"))
        #expect(last.bodyText == (status == 307 ? "parcel" : ""))
        #expect((last.header("Authorization") == "Bearer s3cr3t"))
    }

    @Test("X-03 the endpoint's policy holds, and the call's comes before it")
    func levels() async throws {
        let server = try LoopbackServer.immediate { request in
            request.path == "/next" ? Reply(body: "there") : .redirect(to: "/next")
        }
        let declared = try await session.failure(of: Settled(), environment: server.url)
        #expect(declared.statusCode == 302)
        let text = try await session.response(
            with: Settled(), environment: server.url, options: RequestOptions(redirectPolicy: .follow))
        #expect(text == "there")
    }
}

/// Accepts redirects as answers.
private struct Pointer: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(path: "pointer")

    static func accepts(_ response: HTTPURLResponse, body: Data) -> Bool { response.statusCode == 302 }
}

/// Follows no redirects.
private struct Settled: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(path: "settled")
    static let options = RequestOptions(redirectPolicy: .never)
}
