import Endpoints
import LoopbackServer
import Testing

/// Credentials in unusual places: a session's own header fields, and the user info of an address.
@Suite("Places of credentials", .timeLimit(.minutes(5)))
struct CredentialPlaceTests {
    private let session = URLSession.fresh()
    private let log = EventLog()
    private let lines = Locked<[String]>([])

    private var options: RequestOptions {
        let writer = LogObserver(minimumLevel: .debug) { [lines] _, line in lines.withLock { $0.append(line) } }
        return RequestOptions(observers: [log, writer])
    }

    /// Puts a name and a password into the address.
    private static let userInfo = CustomAuth { request in
        let text = request.url?.absoluteString.replacingOccurrences(of: "http://", with: "http://user:s3cr3t@") ?? ""
        request.url = URL(string: text)
    }

    private func expectDiscretion(
        _ error: EndpointTaskError<EmptyResponse>? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(log.leakingKinds == [], sourceLocation: sourceLocation)
        let leakingLines = lines.withLock { $0.filter(leaks).count }
        #expect(leakingLines == 0, sourceLocation: sourceLocation)
        guard let error else { return }
        let isShown = leaks("\(error) \(String(reflecting: error)) \(error.localizedDescription)")
        #expect(!isShown, sourceLocation: sourceLocation)
    }

    @Test("S2-29 a header field of the session's isn't shown, whatever its name")
    func sessionHeader() async throws {
        let session = URLSession.fresh { $0.httpAdditionalHeaders = ["X-Tenant-Secret": "s3cr3t"] }
        let server = try LoopbackServer(replies: [.redirect(to: "/next"), Reply(body: "there"), Reply(status: 404)])
        let answer = try await session.endpointResponse(
            with: Visit<Getting>(), environment: server.url, options: options)
        let isShown = leaks("\(answer) \(answer.curlCommand())")
        #expect(!isShown)
        let error = try await session.failure(of: Visit<Getting>(), environment: server.url, options: options)
        let command = try #require(error.context).request.curlCommand
        let isInCommand = leaks(command)
        #expect(!isInCommand)
        expectDiscretion(error)
        let areSent = server.requests.allSatisfy { $0.header("X-Tenant-Secret") == "s3cr3t" }
        #expect(areSent)
        #expect(server.requestCount == 3)
    }

    @Test(
        "X-01 a session's own credential doesn't go over plain http to another machine",
        arguments: ["Authorization", "X-API-Key"])
    func sessionHeaderInTheClear(name: String) async throws {
        let session = URLSession.fresh { $0.httpAdditionalHeaders = [name: "s3cr3t"] }
        let url = try #require(URL(string: "http://example.invalid"))
        let error = try await session.failure(of: Visit<Getting>(), environment: url, options: options)
        guard case .insecureTransport? = error.authenticationFault else {
            Issue.record("\(error.transportCode?.name ?? "other fault")")
            return
        }
        expectDiscretion(error)
        #expect(!log.kinds.contains(.sent))
    }

    @Test("X-01 a name and a password that a method puts into the address are refused, and nothing is sent")
    func userInfo() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let error = try await session.failure(
            of: Visit<Getting>(), environment: server.url, auth: Self.userInfo, options: options)
        #expect(error.authenticationFault != nil)
        #expect(server.requestCount == 0)
        expectDiscretion(error)
    }

    @Test("X-01 a name and a password in the address don't go over plain http to another machine")
    func userInfoInTheClear() async throws {
        let url = try #require(URL(string: "http://example.invalid"))
        let error = try await session.failure(
            of: Visit<Getting>(), environment: url, auth: Self.userInfo, options: options)
        #expect(error.authenticationFault != nil)
        #expect(!log.kinds.contains(.sent))
        expectDiscretion(error)
    }

    @Test("S2-29 a refused name and password, and a key beside them, are shown by no text")
    func userInfoAndQuery() async throws {
        let auth = CustomAuth { request in
            request.url = URL(string: "http://user:s3cr3t@example.invalid/x?key=s3cr3t#s3cr3t")
        }
        let url = try #require(URL(string: "http://example.invalid"))
        let error = try await session.failure(of: Visit<Getting>(), environment: url, auth: auth, options: options)
        #expect(error.authenticationFault != nil)
        expectDiscretion(error)
    }
}

extension EventLog {
    /// The kinds of the events of which some text shows the secret.
    var leakingKinds: [RequestEvent.Kind] {
        events.filter { event in
            var text = "\(event) \(String(reflecting: event)) \(event.reason ?? "")"
            dump(event, to: &text)
            if let request = event.request {
                text += "\(request.curlCommand()) \(request) \(String(reflecting: request)) \(request.redacted)"
            }
            if let failure = event.failure {
                text += "\(failure) \(String(reflecting: failure)) \(failure.localizedDescription)"
                dump(failure, to: &text)
            }
            return leaks(text)
        }.map(\.kind)
    }
}
