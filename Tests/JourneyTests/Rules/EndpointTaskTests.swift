import Endpoints
import LoopbackServer
import Testing

/// The closure form, whose task the caller starts and cancels.
@Suite("endpointTask", .timeLimit(.minutes(5)))
struct EndpointTaskTests {
    private let session = URLSession.fresh()

    @Test("S4-42 a task brings the response")
    func success() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "hello")])
        #expect(try await outcome(of: Item(name: "a"), at: server.url).get() == "hello")
        #expect(server.requests.map(\.target) == ["/items/a"])
    }

    @Test("S4-42 on the shared session")
    func shared() async throws {
        let server = try LoopbackServer(replies: [
            .json(#"{"code":"no"}"#, status: 401, headers: [("WWW-Authenticate", "Basic realm=\"x\"")])
        ])
        let error = await outcome(of: Problem(), at: server.url, session: .shared).failure
        guard case .errorResponse(let problem, let received)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.code == "no")
        #expect(received.statusCode == 401)
    }

    @Test("S4-42 a task brings a typed error", arguments: [404, 500])
    func errorResponse(status: Int) async throws {
        let server = try LoopbackServer(replies: [Reply(status: status, body: "sorry")])
        let error = await outcome(of: Item(name: "a"), at: server.url).failure
        #expect(error?.received?.statusCode == status)
        #expect(error?.body == Data("sorry".utf8))
    }

    @Test("S4-42 a fault of the server is a typed error")
    func broken() async throws {
        let server = try LoopbackServer(replies: [.reset])
        let error = await outcome(of: Item(name: "a"), at: server.url).failure
        #expect(error?.transportCode == .connectionLost)
    }

    @Test("S4-42 a wrong declaration is thrown and makes no task")
    func wrong() async throws {
        let server = try LoopbackServer(replies: [Reply()])
        #expect(throws: Item.TaskError.self) {
            _ = try session.endpointTask(with: Item(name: ".."), environment: server.url) { _ in
                Issue.record("called for a task that doesn't exist")
            }
        }
        #expect(server.requestCount == 0)
    }

    @Test("X-03 a task follows the redirect of a request without a body", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: "../next?q=%2F", status: status), Reply(body: "there")])
        #expect(try await outcome(of: Visit<Getting>(), at: server.url).get() == "there")
        #expect(server.requests.map(\.target) == ["/a/b/start?x=1", "/a/next?q=%2F"])
    }

    @Test("X-01 a task's redirect to another origin carries no credential")
    func foreignRedirect() async throws {
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let origin = try LoopbackServer(replies: [.redirect(to: target.url.absoluteString + "/next")])
        #expect(try await outcome(of: Bearing(), at: origin.url).get() == "there")
        #expect(origin.requests.first?.header("Authorization") == "Bearer s3cr3t")
        let second = try #require(target.requests.first)
        #expect(!String(decoding: second.bytes, as: UTF8.self).contains("s3cr3t"))
    }

    @Test("X-03 a task's redirect that needs the body again is a typed error", arguments: [307, 308])
    func redirectWithBody(status: Int) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: "/next", status: status), Reply(body: "never")])
        let error = await outcome(of: Deliver<Posting>(body: Data("parcel".utf8)), at: server.url).failure
        #expect(error?.transportCode == .redirectNeedsBody, "\(String(describing: error))")
        #expect(server.requestCount == 1)
    }

    @Test("X-03 a task follows ten redirects and no more")
    func limit() async throws {
        let server = try LoopbackServer.immediate { .redirect(to: "/\($0.number + 1)") }
        let error = await outcome(of: Visit<Getting>(), at: server.url).failure
        #expect(error?.transportCode == .tooManyRedirects)
        #expect(server.requestCount == 11)
    }

    @Test(
        "X-03 a task's redirect to another scheme is a typed error", arguments: ["file:///etc/hostname", "ftp://x/y"])
    func otherScheme(location: String) async throws {
        let server = try LoopbackServer(replies: [.redirect(to: location), Reply(body: "never")])
        let error = await outcome(of: Visit<Getting>(), at: server.url).failure
        #expect(error?.transportCode == .invalidRedirect, "\(String(describing: error))")
        #expect(server.requestCount == 1)
    }

    @Test("C-01 cancelling the task is the one error", arguments: [true, false])
    func cancel(isShared: Bool) async throws {
        let server = try LoopbackServer(replies: [.silence])
        let session = isShared ? URLSession.shared : session
        let error = await withCheckedContinuation { continuation in
            do throws(Item.TaskError) {
                let task = try session.endpointTask(with: Item(name: "a"), environment: server.url) {
                    continuation.resume(returning: $0.failure)
                }
                task.resume()
                Task {
                    _ = await server.requests(count: 1)
                    task.cancel()
                }
            } catch {
                continuation.resume(returning: error)
            }
        }
        #expect(error?.isCase(.cancelled) == true, "\(String(describing: error))")
    }

    @Test("S4-42 a task that is not resumed does nothing")
    func notResumed() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let task = try session.endpointTask(with: Item(name: "quiet"), environment: server.url) { _ in
            Issue.record("called without having been resumed")
        }
        #expect(task.state == .suspended)
        #expect(try await outcome(of: Item(name: "loud"), at: server.url).get() == "ok")
        #expect(server.requests.map(\.target) == ["/items/loud"])
        withExtendedLifetime(task) {}
    }

    @Test("S4-42 fifty tasks at once keep to their own answers")
    func many() async throws {
        let server = try LoopbackServer.immediate { Reply(body: $0.path) }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let text = try? await outcome(of: Item(name: "\(number)"), at: server.url).get()
                    #expect(text == "/items/\(number)")
                }
            }
        }
    }

    private func outcome<T: Endpoint>(
        of endpoint: T, at url: URL, session: URLSession? = nil
    ) async -> Result<T.Response, T.TaskError> where T.Auth == NoAuth, T.Server.Environments == URL {
        await withCheckedContinuation { continuation in
            do throws(T.TaskError) {
                try (session ?? self.session)
                    .endpointTask(with: endpoint, environment: url) { continuation.resume(returning: $0) }.resume()
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
    }
}

/// Declares a credential by hand.
private struct Bearing: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String

    static let definition = Definition(path: "bearing", headers: [.authorization: "Bearer s3cr3t"])
}
