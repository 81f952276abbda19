import Endpoints
import LoopbackServer
import Testing

/// Sessions of every kind, alive and gone.
@Suite("Sessions", .timeLimit(.minutes(5)))
struct SessionTests {
    /// How a session is ended.
    enum End: CaseIterable, Sendable {
        case cancelling, finishing, cancellingForEndpoints, finishingForEndpoints

        func callAsFunction(_ session: URLSession) {
            switch self {
            case .cancelling: session.invalidateAndCancel()
            case .finishing: session.finishTasksAndInvalidate()
            case .cancellingForEndpoints: session.invalidateForEndpoints()
            case .finishingForEndpoints: session.invalidateForEndpoints(cancelingCalls: false)
            }
        }
    }

    @Test("K6 a session that is over is a typed error", arguments: End.allCases, [true, false])
    func invalidated(end: End, isUsedBefore: Bool) async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let session = URLSession.forEndpoints(configuration: .ephemeral)
        if isUsedBefore {
            #expect(try await session.response(with: Item(name: "a"), environment: server.url) == "ok")
        }
        let count = server.requestCount
        end(session)
        for _ in 0..<3 {
            let error = try await session.failure(of: Item(name: "b"), environment: server.url)
            #expect(error.transportCode == .sessionInvalidated, "\(error)")
        }
        #expect(server.requestCount == count)
    }

    @Test("K6 what runs when the session ends is cancelled or finished, as asked", arguments: End.allCases)
    func running(end: End) async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [Reply(body: "ok").delayed(behind: gate)])
        let session = URLSession.fresh()
        let url = server.url
        let call = Task { await session.result(with: Item(name: "a"), environment: url) }
        _ = await server.requests(count: 1)
        end(session)
        switch end {
        case .cancelling, .cancellingForEndpoints:
            let error = await call.value.failure
            #expect(error?.isCase(.cancelled) == true || error?.transportCode == .sessionInvalidated)
            gate.open()
        case .finishing, .finishingForEndpoints:
            gate.open()
            #expect(try await call.value.get() == "ok")
        }
    }

    @Test("K6 endpointTask on a session that is over", arguments: End.allCases)
    func invalidatedTask(end: End) async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let session = URLSession.fresh()
        end(session)
        do {
            _ = try session.endpointTask(with: Item(name: "a"), environment: server.url) { _ in }
            Issue.record("made a task")
        } catch {
            #expect(error.transportCode == .sessionInvalidated, "\(error)")
        }
    }

    @Test("K6 a source session that is over crashes nothing", arguments: End.allCases, [true, false])
    func invalidatedSource(end: End, isUsedBefore: Bool) async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let session = URLSession(configuration: .ephemeral)
        if isUsedBefore {
            _ = try await session.response(with: Item(name: "a"), environment: server.url)
        }
        end(session)
        switch await session.result(with: Item(name: "b"), environment: server.url) {
        case .success(let text): #expect(text == "ok")
        case .failure(let error): #expect(error.transportCode == .sessionInvalidated, "\(error)")
        }
    }

    @Test("K6 the shared session can't be ended", arguments: End.allCases)
    func shared(end: End) async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        end(URLSession.shared)
        #expect(try await URLSession.shared.response(with: Item(name: "a"), environment: server.url) == "ok")
    }

    @Test("S4-7 a session's own headers arrive, and the endpoint's own win", arguments: [true, false])
    func additionalHeaders(isSuited: Bool) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["X-Team": "blue", "X-Client": "session", "User-Agent": "Tour/1"]
        let session =
            isSuited ? URLSession.forEndpoints(configuration: configuration) : URLSession(configuration: configuration)
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        _ = try await session.response(with: Visit<Getting>(), environment: server.url)
        let request = try #require(server.requests.first)
        #expect(request.headerValues("X-Team") == ["blue"])
        #expect(request.headerValues("X-Client") == ["demo"])
        #expect(request.headerValues("User-Agent") == ["Tour/1"])
    }

    @Test("S4-7 a configuration's protocol classes carry over", arguments: [true, false])
    func protocolClasses(isSuited: Bool) async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [CannedProtocol.self]
        let session =
            isSuited ? URLSession.forEndpoints(configuration: configuration) : URLSession(configuration: configuration)
        let server = try LoopbackServer(replies: [Reply(body: "real")])
        #expect(try await session.response(with: Item(name: "a"), environment: server.url) == "canned /items/a")
        #expect(server.requestCount == 0)
    }

    @Test("S4-7 a configuration that is changed later changes nothing")
    func copied() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        let session = URLSession.forEndpoints(configuration: configuration)
        configuration.httpAdditionalHeaders = ["X-Team": "late"]
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        _ = try await session.response(with: Item(name: "a"), environment: server.url)
        #expect(server.requests.first?.header("X-Team") == nil)
    }

    @Test("S4-7 a session that is dropped after its call was started lets the call finish")
    func dropped() async throws {
        let gate = Gate()
        let server = try LoopbackServer(replies: [Reply(body: "ok").delayed(behind: gate)])
        let url = server.url
        let call = Task { await URLSession.fresh().result(with: Item(name: "a"), environment: url) }
        _ = await server.requests(count: 1)
        gate.open()
        #expect(try await call.value.get() == "ok")
    }

    @Test("S4-7 connections are kept and used again")
    func keepAlive() async throws {
        for session in [URLSession.fresh(), URLSession(configuration: .ephemeral)] {
            let server = try LoopbackServer(replies: [Reply(body: "ok")])
            for number in 0..<20 {
                _ = try await session.response(with: Item(name: "\(number)"), environment: server.url)
            }
            #expect(server.connectionCount == 1)
        }
    }

    #if canImport(Darwin)
    @Test("S4-7 a background session is refused")
    func background() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let session = URLSession(configuration: .background(withIdentifier: "endpoints.tests"))
        let error = try await session.failure(of: Item(name: "a"), environment: server.url)
        #expect(error.transportCode == .unsupportedSession)
        #expect(server.requestCount == 0)
    }
    #endif
}

/// Answers everything itself.
private final class CannedProtocol: URLProtocol {
    override static func canInit(with request: URLRequest) -> Bool { true }

    override static func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url,
            let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: [:])
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data("canned ".utf8))
        client?.urlProtocol(self, didLoad: Data(url.path.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
}
