import Endpoints
import LoopbackServer
import Testing

/// A key in the query stays with its origin over several hops and in any spelling, and no text shows it.
@Suite("Redirects and query keys", .timeLimit(.minutes(5)))
struct RedirectQueryKeyTests {
    private let session = URLSession.fresh()
    private let log = EventLog()
    private let lines = Locked<[String]>([])

    private var options: RequestOptions {
        let writer = LogObserver(minimumLevel: .debug) { [lines] _, line in lines.withLock { $0.append(line) } }
        return RequestOptions(observers: [log, writer])
    }

    private func expectDiscretion(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(log.leakingKinds == [], sourceLocation: sourceLocation)
        let leakingLines = lines.withLock { $0.filter(leaks).count }
        #expect(leakingLines == 0, sourceLocation: sourceLocation)
        #expect(log.kinds.last != nil, sourceLocation: sourceLocation)
    }

    /// Neither the target nor anything else of the requests holds the secret.
    private func expectNothing(at server: LoopbackServer, sourceLocation: SourceLocation = #_sourceLocation) {
        let leaking = server.requests.count { leaks(String(decoding: $0.bytes, as: UTF8.self).removingPercents) }
        #expect(leaking == 0, sourceLocation: sourceLocation)
    }

    @Test("X-01 a query key isn't given to another origin at its second hop", arguments: [302, 307])
    func secondHop(status: Int) async throws {
        let target = try LoopbackServer.immediate { request in
            request.path == "/two" ? Reply(body: "there") : .redirect(to: "/two", status: status)
        }
        let origin = try LoopbackServer(replies: [.redirect(to: "\(target.url)/one", status: status)])
        _ = try await session.response(
            with: Visit<Getting>(), environment: origin.url, auth: .queryKey("s3cr3t", name: "key"), options: options)
        #expect(target.requests.map(\.path) == ["/one", "/two"])
        let queries = target.requests.count { $0.query?.isEmpty == false }
        #expect(queries == 0)
        expectNothing(at: target)
        expectDiscretion()
    }

    @Test("X-01 a POST keeps its body, its key and no credential over two hops in another origin")
    func secondHopWithBody() async throws {
        let target = try LoopbackServer.immediate { request in
            request.path == "/two" ? Reply(body: "there") : .redirect(to: "/two", status: 307)
        }
        let origin = try LoopbackServer(replies: [.redirect(to: "\(target.url)/one", status: 307)])
        var options = options
        options.idempotencyKey = .generated
        _ = try await session.response(
            with: Deliver<Posting>(body: Data("parcel".utf8)), environment: origin.url,
            auth: .queryKey("s3cr3t", name: "key"), options: options)
        #expect(target.requests.map(\.path) == ["/one", "/two"])
        #expect(target.requests.map(\.bodyText) == ["parcel", "parcel"])
        let keys = (origin.requests + target.requests).map { $0.header("Idempotency-Key") }
        #expect(Set(keys).count == 1)
        expectNothing(at: target)
    }

    @Test(
        "X-01 a query key that a redirect spells in another escaping stays with its origin, unshown",
        arguments: ["/+", ":1"])
    func otherEscaping(end: String) async throws {
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let origin = try LoopbackServer.immediate { request in
            let query = request.query?.removingPercents ?? ""
            return .redirect(to: request.number == 0 ? "/next?\(query)" : "\(target.url)/there?\(query)")
        }
        let answer = try await session.endpointResponse(
            with: Visit<Getting>(), environment: origin.url, auth: .queryKey("s3cr3t\(end)", name: "key"),
            options: options)
        #expect(origin.requests.map(\.path) == ["/a/b/start", "/next"])
        expectNothing(at: target)
        expectDiscretion()
        let isShown = leaks("\(answer) \(answer.curlCommand())")
        #expect(!isShown)
    }

    @Test("S2-29 a query key before a fragment isn't shown when the redirect is followed")
    func fragment() async throws {
        let server = try LoopbackServer.immediate { request in
            request.number == 0 ? .redirect(to: "/next?\(request.query ?? "")#top") : Reply(body: "there")
        }
        let answer = try await session.endpointResponse(
            with: Visit<Getting>(), environment: server.url, auth: .queryKey("s3cr3t", name: "key"), options: options)
        #expect(server.requests.map(\.path) == ["/a/b/start", "/next"])
        expectDiscretion()
        let isShown = leaks("\(answer) \(String(reflecting: answer)) \(answer.curlCommand())")
        #expect(!isShown)
    }

    @Test("S2-29 a query key before a fragment isn't shown when the redirect is refused")
    func refusedFragment() async throws {
        let server = try LoopbackServer.immediate { request in
            .redirect(to: "http://localhost:1/next?\(request.query ?? "")#top")
        }
        var options = options
        options.redirectPolicy = .sameOrigin
        let error = try await session.failure(
            of: Visit<Getting>(), environment: server.url, auth: .queryKey("s3cr3t", name: "key"), options: options)
        #expect(error.transportCode == .foreignRedirect)
        expectDiscretion()
        let isShown = leaks("\(error) \(String(reflecting: error)) \(error.localizedDescription)")
        #expect(!isShown)
    }

    @Test("S2-29 a key that a method adds before a fragment of its own isn't shown")
    func methodFragment() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "there")])
        let auth = CustomAuth { request in
            request.url = URL(string: (request.url?.absoluteString ?? "") + "&key=s3cr3t#a")
        }
        _ = try await session.response(with: Visit<Getting>(), environment: server.url, auth: auth, options: options)
        let isSent = server.requests.map(\.target) == ["/a/b/start?x=1&key=s3cr3t"]
        #expect(isSent)
        expectDiscretion()
    }
}

extension String {
    /// The text without its percent escapes.
    fileprivate var removingPercents: String { removingPercentEncoding ?? self }
}
