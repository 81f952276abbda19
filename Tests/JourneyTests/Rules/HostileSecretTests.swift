import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// Attempts to get a credential out of the package.
@Suite("Hostile: secrets", .timeLimit(.minutes(1)))
struct HostileSecretTests {
    private let session = URLSession.fresh()
    private let log = EventLog()
    private let lines = Locked<[String]>([])

    private var options: RequestOptions {
        let writer = LogObserver(minimumLevel: .debug) { [lines] _, line in lines.withLock { $0.append(line) } }
        return RequestOptions(retryPolicy: .prompt, observers: [log, writer])
    }

    private static func shown(_ event: RequestEvent) -> String {
        var text = "\(event) \(String(reflecting: event)) \(event.reason ?? "")"
        dump(event, to: &text)
        text += event.request?.curlCommand() ?? ""
        if let request = event.request {
            text += "\(request) \(String(reflecting: request)) \(request.redacted) \(request.redacted.curlCommand)"
        }
        if let failure = event.failure {
            text += "\(failure) \(String(reflecting: failure)) \(failure.localizedDescription)"
            dump(failure, to: &text)
        }
        return text
    }

    private var leakingKinds: [String] { log.events.filter { leaks(Self.shown($0)) }.map(\.kind.name) }
    private var leakingLines: [String] { lines.withLock { $0.filter(leaks) } }

    @Test("A: a query key is given to a foreign origin at its second hop")
    func foreignSecondHop() async throws {
        let target = try LoopbackServer.immediate { request in
            request.path == "/two" ? Reply(body: "there") : .redirect(to: "/two")
        }
        let to = target.url.appendingPathComponent("one").absoluteString
        let origin = try LoopbackServer(replies: [.redirect(to: to)])
        _ = try await session.response(
            with: Visit<Getting>(), environment: origin.url, auth: .queryKey("s3cr3t", name: "key"))
        let seen = target.requests.map(\.target)
        let leaked = seen.contains(where: leaks)
        #expect(!leaked, "foreign server saw \(seen)")
    }

    @Test("B: a query key is shown when a redirect's target has a fragment")
    func fragment() async throws {
        let server = try LoopbackServer.immediate { request in
            request.number == 0 ? .redirect(to: "/next?\(request.query ?? "")#top") : Reply(body: "there")
        }
        let answer = try await session.endpointResponse(
            with: Visit<Getting>(), environment: server.url, auth: .queryKey("s3cr3t", name: "key"), options: options)
        #expect(leakingKinds == [])
        #expect(leakingLines == [])
        let shown = leaks("\(answer) \(answer.curlCommand())")
        #expect(!shown, "\(answer)")
    }

    @Test("B2: a redirect that isn't followed shows a query key before a fragment")
    func refusedFragment() async throws {
        let server = try LoopbackServer.immediate { request in
            .redirect(to: "http://localhost:1/next?\(request.query ?? "")#top")
        }
        var options = options
        options.redirectPolicy = .sameOrigin
        let error = try await session.failure(
            of: Visit<Getting>(), environment: server.url, auth: .queryKey("s3cr3t", name: "key"), options: options)
        let shown = leaks("\(error)")
        #expect(!shown, "\(error)")
    }

    @Test("C: a query key that a redirect's target spells in another encoding", arguments: ["s3cr3t/+", "s3cr3t:1"])
    func otherEncoding(key: String) async throws {
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let server = try LoopbackServer.immediate { request in
            let query = (request.query ?? "").removingPercentEncoding ?? ""
            return switch request.number {
            case 0: .redirect(to: "/next?\(query)")
            default: .redirect(to: "\(target.url)/there?\(query)")
            }
        }
        let answer = try await session.endpointResponse(
            with: Visit<Getting>(), environment: server.url, auth: .queryKey(key, name: "key"), options: options)
        #expect(leakingKinds == [])
        #expect(leakingLines == [])
        let shown = leaks("\(answer) \(answer.curlCommand())")
        #expect(!shown, "\(answer)")
        let leaked = target.requests.map(\.target)
        #expect(!leaked.contains(where: leaks), "foreign server saw \(leaked)")
    }

    @Test("D: a method that puts the credentials in the URL's user info")
    func userInfo() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "there")])
        let auth = CustomAuth { request in
            let text =
                request.url?.absoluteString.replacingOccurrences(of: "http://", with: "http://user:s3cr3t@") ?? ""
            request.url = URL(string: text)
        }
        let result = await session.result(with: Visit<Getting>(), environment: server.url, auth: auth, options: options)
        #expect(leakingKinds == [])
        #expect(leakingLines == [], "\(result)")
        print("D sent:", server.requests.map { $0.header("Authorization") ?? "none" })
    }

    @Test("D2: user info by which credentials would go over plain http")
    func userInfoInsecure() async throws {
        let auth = CustomAuth { request in request.url = URL(string: "http://user:s3cr3t@example.invalid/x?key=s3cr3t")
        }
        let error = try await session.failure(
            of: Visit<Getting>(), environment: URL(string: "http://example.invalid")!, auth: auth, options: options)
        let shown = leaks("\(error) \(String(reflecting: error))")
        #expect(!shown, "\(error)")
    }

    @Test("D3: a method that puts the credentials in the fragment, or a fragment after the query")
    func methodFragment() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "there")])
        let auth = CustomAuth { request in
            request.url = URL(string: (request.url?.absoluteString ?? "") + "&key=s3cr3t#a")
        }
        _ = try await session.response(with: Visit<Getting>(), environment: server.url, auth: auth, options: options)
        #expect(leakingKinds == [])
        #expect(leakingLines == [])
    }

    @Test("E: a header of the session's configuration, which is stripped like a credential, is shown")
    func sessionHeader() async throws {
        let session = URLSession.fresh { $0.httpAdditionalHeaders = ["X-Tenant-Secret": "s3cr3t"] }
        let server = try LoopbackServer.immediate { request in
            request.number == 0 ? .redirect(to: "/next") : Reply(body: "there")
        }
        let answer = try await session.endpointResponse(
            with: Visit<Getting>(), environment: server.url, options: options)
        #expect(leakingKinds == [])
        let shown = leaks(answer.curlCommand())
        #expect(!shown, "\(answer.curlCommand())")
        let failing = try LoopbackServer(replies: [Reply(status: 404)])
        let error = try await session.failure(of: Visit<Getting>(), environment: failing.url)
        let inError = leaks("\(error.context.map { $0.request.curlCommand } ?? "")")
        #expect(!inError, "\(error.context!.request.curlCommand)")
    }

    @Test("F: an idempotency key of the caller's goes to a foreign origin, and into commands")
    func idempotencyKey() async throws {
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let origin = try LoopbackServer(replies: [
            .redirect(to: target.url.appendingPathComponent("n").absoluteString, status: 307)
        ])
        var options = options
        options.idempotencyKey = .key("s3cr3t")
        _ = try await session.response(
            with: Order(name: "1", body: Data("p".utf8)), environment: origin.url, options: options)
        #expect(leakingKinds == [])
        let seen = target.requests.map { $0.header("Idempotency-Key") ?? "none" }
        #expect(!seen.contains(where: leaks), "\(seen)")
    }

    @Test("G: a hidden body that a 307 leads to a foreign origin")
    func hiddenBody() async throws {
        let target = try LoopbackServer(replies: [Reply(body: "there")])
        let origin = try LoopbackServer(replies: [
            .redirect(to: target.url.appendingPathComponent("n").absoluteString, status: 307)
        ])
        var options = options
        options.hidesBody = true
        _ = await session.result(
            with: Order(name: "1", body: Data("pin=s3cr3t".utf8)), environment: origin.url, options: options)
        #expect(leakingKinds == [])
        let seen = target.requests.map(\.bodyText)
        #expect(!seen.contains(where: leaks), "\(seen)")
    }

    @Test("H: a control character of the second kind in a header reaches the terminal by the command")
    func controls() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "there")])
        let answer = try await session.endpointResponse(
            with: Tagged(tag: "a\u{9B}31mred\u{202E}"), environment: server.url, options: options)
        let command = answer.curlCommand(showingSecrets: true)
        #expect(
            !command.unicodeScalars.contains { $0.properties.generalCategory == .control },
            "\(command.debugDescription)")
    }

    @Test("I: a hidden body of an undecodable answer, and a credential echoed in the reason phrase")
    func echo() async throws {
        let server = try LoopbackServer(replies: [
            Reply(status: 400, reason: "s3cr3t", headers: [("X-Echo", "s3cr3t")], body: "s3cr3t")
        ])
        let error = try await session.failure(
            of: Visit<Getting>(), environment: server.url, auth: .bearer("s3cr3t"), options: options)
        #expect(leakingKinds == [])
        let shown = leaks("\(error) \(String(reflecting: error))")
        #expect(!shown)
    }
}

struct Tagged: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String
    static let definition = Definition(path: "tagged", headers: ["X-Tag": .field(\.tag)])
    var tag: String
}

/// Takes its key from a value.
struct BlankKeyOrder: Endpoint {
    typealias Server = LoopbackSite
    typealias Response = String
    static let definition = Definition(method: .post, path: "orders", headers: ["Idempotency-Key": .field(\.key)])
    var key: String
    var body: Data
}
