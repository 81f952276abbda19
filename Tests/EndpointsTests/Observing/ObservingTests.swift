import EndpointsMocking
import Testing

@testable import Endpoints

/// What observers are told of calls, without a socket.
@Suite("Observers", .timeLimit(.minutes(5)))
struct ObservingTests {
    private final class Notes: RequestObserver {
        private let stored = Locked<[RequestEvent]>([])

        var events: [RequestEvent] { stored.withLock { $0 } }
        var story: [String] { events.map { "\($0.kind) \($0.attempt)" } }

        func observe(_ event: RequestEvent) { stored.withLock { $0.append(event) } }
    }

    private struct KeyedItem: Endpoint {
        typealias Server = SampleServer
        typealias Response = Data
        static let definition = Definition(method: .post, path: "keyed", parameters: [.query("q", \.q)])
        var q = "1"
        var body = Data("s3cr3t-free".utf8)
    }

    private let notes = Notes()
    private var options: RequestOptions { RequestOptions(retryPolicy: .standard, observers: [notes]) }

    @Test("the story of a call that was retried and renewed")
    func story() async throws {
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        let transport = FakeTransport(statuses: 503, 401, 200, body: #"{"id": 1}"#)
        _ = try await transport.run { [options] in
            try await URLSession.shared.response(with: SampleItem(), auth: auth, options: options)
        }
        #expect(
            notes.story == [
                "built 0", "authenticated 1", "sent 1", "received 1", "retrying 1", "authenticated 2", "sent 2",
                "received 2", "reauthenticating 2", "refreshed 2", "authenticated 3", "sent 3", "received 3",
                "succeeded 3",
            ])
        #expect(Set(notes.events.map(\.callID)).count == 1)
        #expect(notes.events.map(\.endpoint).allSatisfy { $0 == "SampleItem" })
        let retry = try #require(notes.events.first { $0.kind == .retrying })
        #expect(retry.delay == .seconds(2) && retry.statusCode == 503 && retry.reason == "undecodableError 503")
        let answers = notes.events.filter { $0.kind == .received }
        #expect(answers.map(\.statusCode) == [503, 401, 200] && answers.allSatisfy { $0.responseSize == 9 })
        #expect(answers.allSatisfy { $0.duration != nil })
    }

    @Test("a refused token that has been replaced meanwhile is a rotation, and others wait for the one refresh")
    func rotation() async throws {
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        let transport = FakeTransport { request, number throws(TransportFailure) in
            if number == 0 { try? await auth.updateTokens(TokenPair(accessToken: "A3", refreshToken: "r3")) }
            return try TransportReply(status: number == 0 ? 401 : 200, body: #"{"id": 1}"#, to: request)
        }
        _ = try await transport.run { [options] in
            try await URLSession.shared.response(with: SampleItem(), auth: auth, options: options)
        }
        #expect(notes.story.contains("rotated 1"))
        #expect(!notes.events.contains { $0.kind == .refreshed })
    }

    @Test("who joins a refresh is told so")
    func coalesced() async throws {
        let begun = Signal()
        let mayEnd = Signal()
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "", refreshToken: "r1")) { _ in
            begun.send()
            await mayEnd.wait()
            return TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        let transport = FakeTransport(statuses: 200, body: #"{"id": 1}"#)
        let other = Notes()
        try await transport.run { [options] in
            let first = Task { try await URLSession.shared.response(with: SampleItem(), auth: auth, options: options) }
            await begun.wait()
            let second = Task {
                try await URLSession.shared.response(
                    with: SampleItem(), auth: auth, options: RequestOptions(observers: [other]))
            }
            while !other.story.contains("coalesced 1") { await Task.yield() }
            mayEnd.send()
            _ = try await (first.value, second.value)
        }
        #expect(notes.story.contains("refreshed 1") && !notes.story.contains("coalesced 1"))
        #expect(!other.story.contains("refreshed 1"))
    }

    @Test("what can't be built or authenticated, and what fails, ends with its failure")
    func failures() async {
        let transport = FakeTransport(statuses: 404)
        await transport.run { [options] in
            _ = await URLSession.shared.result(with: SampleItem(trace: "a\r\nb"), auth: .bearer("k"), options: options)
            _ = await URLSession.shared.result(with: SampleItem(), options: options)
            _ = await URLSession.shared.result(with: SampleItem(), auth: .bearer("k"), options: options)
        }
        let ends = notes.events.filter { $0.kind == .failed }
        #expect(ends.count == 3)
        #expect(ends.map { $0.request == nil } == [true, false, false])
        #expect(ends.map(\.statusCode) == [nil, nil, 404])
        #expect(Set(notes.events.map(\.callID)).count == 3)
        #expect(ends.last?.failure?.statusCode == 404)
    }

    @Test("an observer of the call takes the place of the server's, and none costs no identity")
    func merged() {
        let declared = RequestOptions(observers: [LogObserver()])
        #expect(RequestOptions(observers: [notes]).merged(over: declared).observers?.first is Notes)
        #expect(RequestOptions().merged(over: declared).observers?.first is LogObserver)
        #expect(!CallJournal(of: OpenItem.self, URLRequest(url: url("https://a.example"))).isObserved)
    }

    @Test("S2-29 no text of an event holds a credential, a cookie or the body of a token request")
    func concealed() async throws {
        let transport = FakeTransport(statuses: 503, 200)
        let auth = CustomAuth { request in
            request.setValue("s3cr3t", forHTTPHeaderField: "X-Mine")
            request.setValue("session=s3cr3t", forHTTPHeaderField: "Cookie")
            request.url = request.url.flatMap { URL(string: "\($0.absoluteString)&key=s3cr3t") }
        }
        let options = RequestOptions(retryPolicy: .standard, idempotencyKey: .generated, observers: [notes])
        try await transport.run {
            let response = try await URLSession.shared.endpointResponse(with: KeyedItem(), auth: auth, options: options)
            #expect(!response.curlCommand().contains("s3cr3t\""))
            #expect(response.curlCommand(showingSecrets: true).contains("key=s3cr3t"))
            #expect(response.curlCommand(showingSecrets: true).contains("X-Mine: s3cr3t"))
        }
        for event in notes.events where event.kind != .built {
            let leaks = SecretWalk(secret: "=s3cr3t").leaks(in: event) + SecretWalk(secret: ": s3cr3t").leaks(in: event)
            #expect(leaks.isEmpty, "\(event.kind)")
            let command = try #require(event.request?.curlCommand())
            #expect(!command.contains("=s3cr3t") && !command.contains("Mine: s3cr3t"), "\(event.kind)")
            #expect(command.contains("key=<redacted>") && command.contains("Cookie: <redacted>"))
            #expect(command.contains("s3cr3t-free"))
        }
    }

    @Test("the body of a token request is no part of its command, unless asked for")
    func tokenRequests() async throws {
        struct SignIn: Endpoint {
            typealias Server = SampleServer
            typealias Response = Data
            static var auth: NoAuth { NoAuth() }
            static let definition = Definition(
                method: .post, path: "token", parameters: [.form("password", \.password)])
            var password = "s3cr3t"
        }
        let transport = FakeTransport(statuses: 200)
        try await transport.run {
            let response = try await URLSession.shared.endpointResponse(with: SignIn())
            #expect(response.curlCommand().contains("<redacted> (15 bytes)"))
            #expect(response.curlCommand(showingSecrets: true).contains("password=s3cr3t"))
            let shown = RequestOptions(hidesBody: false)
            #expect(
                try await URLSession.shared.endpointResponse(with: SignIn(), options: shown).curlCommand().contains(
                    "=s3cr3t"))
            let hidden = RequestOptions(hidesBody: true)
            let other = try await URLSession.shared.endpointResponse(
                with: KeyedItem(), auth: .bearer("k"), options: hidden)
            #expect(!other.curlCommand().contains("s3cr3t-free"))
        }
    }

    @Test("a log has a line for each event that matters enough, and a line break stays in none")
    func log() async {
        let lines = Locked<[String]>([])
        for level in LogObserver.Level.allCases {
            let log = LogObserver(minimumLevel: level) { level, line in lines.withLock { $0.append("\(level) \(line)") }
            }
            let transport = FakeTransport(statuses: 503, 200, body: #"{"id": 1}"#)
            await transport.run {
                _ = await URLSession.shared.result(
                    with: SampleItem(), auth: .bearer("s3cr3t"),
                    options: RequestOptions(retryPolicy: .standard, observers: [log]))
                _ = await URLSession.shared.result(
                    with: SampleItem(trace: "a\nb"), auth: .bearer("s3cr3t"), options: RequestOptions(observers: [log]))
            }
            let written = lines.withLock { lines in
                defer { lines = [] }
                return lines
            }
            let counts: [LogObserver.Level: Int] = [.debug: 10, .info: 5, .notice: 2, .error: 1]
            #expect(written.count == counts[level], "\(level)")
            #expect(written.allSatisfy { !$0.contains("s3cr3t") && !$0.contains("\n") && $0.contains("SampleItem #") })
            #expect(written.last?.hasPrefix("error") == true)
        }
    }
}
