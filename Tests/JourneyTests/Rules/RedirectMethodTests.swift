import Endpoints
import LoopbackServer
import Testing

/// Which method and which body arrive behind a redirect (RFC 9110 §15.4).
@Suite("Redirects and methods", .timeLimit(.minutes(5)))
struct RedirectMethodTests {
    /// What arrives at the second place.
    struct Row: Sendable, CustomTestStringConvertible {
        var status: Int
        var method: String
        var arrives: String
        var keepsBody: Bool

        var testDescription: String { "\(status) \(method)" }
    }

    private static let body = Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    private static let bodiless: [Row] = [301, 302, 303, 307, 308].flatMap { status in
        ["GET", "HEAD", "POST", "PUT", "DELETE"].map { method in
            Row(status: status, method: method, arrives: arriving(method, after: status), keepsBody: false)
        }
    }

    private static let carrying: [Row] = [301, 302, 303, 307, 308].flatMap { status in
        ["POST", "PUT", "PATCH", "DELETE"].map { method in
            let arrives = arriving(method, after: status)
            return Row(status: status, method: method, arrives: arrives, keepsBody: arrives == method)
        }
    }

    private static func arriving(_ method: String, after status: Int) -> String {
        switch (status, method) {
        case (_, "HEAD"): "HEAD"
        case (303, _), (301, "POST"), (302, "POST"): "GET"
        default: method
        }
    }

    private let session = URLSession.fresh()

    @Test("X-03 a request without a body", arguments: bodiless)
    func withoutBody(row: Row) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: "/next", status: row.status), Reply(body: "there")])
        let text = try await visit(row.method, at: server.url)
        #expect(text == (row.method == "HEAD" ? "" : "there"))
        #expect(server.requests.map(\.method) == [row.method, row.arrives])
        #expect(server.requests.last?.target == "/next")
        #expect(server.requests.last?.body.isEmpty == true)
    }

    @Test("X-03 a request with a body", arguments: carrying)
    func withBody(row: Row) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: "/next", status: row.status), Reply(body: "there")])
        #expect(try await deliver(row.method, at: server.url) == "there")
        let requests = server.requests
        try #require(requests.count == 2)
        #expect(requests.map(\.method) == [row.method, row.arrives])
        #expect(requests[0].body == Self.body)
        #expect(requests[1].body == (row.keepsBody ? Self.body : Data()))
        #expect(requests[1].header("Content-Type") == (row.keepsBody ? "text/x-parcel" : nil))
        if !row.keepsBody {
            #expect(requests[1].header("Content-Length") == nil)
        }
    }

    @Test("X-03 a body goes along every hop of a chain", arguments: [307, 308])
    func chain(status: Int) async throws {
        let server = try LoopbackServer(replies: [
            .redirect(to: "/1", status: status), .redirect(to: "/2", status: status),
            .redirect(to: "/3", status: status), Reply(body: "there"),
        ])
        #expect(try await deliver("POST", at: server.url) == "there")
        #expect(server.requests.map(\.path) == ["/a/b/start", "/1", "/2", "/3"])
        #expect(server.requests.allSatisfy { $0.body == Self.body && $0.method == "POST" })
    }

    @Test("X-03 a POST that became a GET stays one behind a 307")
    func changedThenKept() async throws {
        let server = try LoopbackServer(replies: [
            .redirect(to: "/1", status: 303), .redirect(to: "/2", status: 307), Reply(body: "there"),
        ])
        #expect(try await deliver("POST", at: server.url) == "there")
        #expect(server.requests.map(\.method) == ["POST", "GET", "GET"])
        #expect(server.requests.last?.body.isEmpty == true)
    }

    @Test("X-03 the redirect's own body is never taken for the answer")
    func redirectWithBody() async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: 302, headers: [("Location", "/next")], body: "moved to elsewhere"), Reply(body: "there"),
        ])
        let answer = try await session.endpointResponse(with: Visit<Getting>(), environment: server.url)
        #expect(answer.value == "there")
        #expect(answer.data == Data("there".utf8))
        #expect(answer.httpResponse.statusCode == 200)
        #expect(answer.httpResponse.url?.path == "/next")
    }

    private func visit(_ method: String, at url: URL) async throws -> String {
        switch method {
        case "HEAD": try await session.response(with: Visit<Heading>(), environment: url)
        case "POST": try await session.response(with: Visit<Posting>(), environment: url)
        case "PUT": try await session.response(with: Visit<Putting>(), environment: url)
        case "DELETE": try await session.response(with: Visit<Deleting>(), environment: url)
        default: try await session.response(with: Visit<Getting>(), environment: url)
        }
    }

    private func deliver(_ method: String, at url: URL) async throws -> String {
        switch method {
        case "PUT": try await session.response(with: Deliver<Putting>(body: Self.body), environment: url)
        case "PATCH": try await session.response(with: Deliver<Patching>(body: Self.body), environment: url)
        case "DELETE": try await session.response(with: Deliver<Deleting>(body: Self.body), environment: url)
        default: try await session.response(with: Deliver<Posting>(body: Self.body), environment: url)
        }
    }
}
