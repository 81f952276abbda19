import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// What becomes of the sessions behind the sessions; in a process of its own, since descriptors belong to the process.
@Suite(.timeLimit(.minutes(2)))
struct SessionLifetimeTests {
    #if os(Linux) && compiler(>=6.2)
    @Test("1,000 sessions that are made, used once and dropped leave the descriptors flat")
    func descriptorsStayFlat() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer(recording: false) { _ in Reply(body: "ok") }
            func use(_ count: Int) async throws -> Int {
                for _ in 0..<count {
                    let session = URLSession(configuration: .ephemeral)
                    _ = try await session.response(with: Ping(), environment: server.url)
                }
                return OpenDescriptors.count
            }
            let before = try await use(50)
            let after = try await use(1000)
            precondition(after <= before + 20, "\(before) descriptors became \(after)")
        }
    }

    @Test("1,000 sessions of forEndpoints leave the descriptors flat")
    func endpointSessions() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer(recording: false) { _ in Reply(body: "ok") }
            func use(_ count: Int) async throws -> Int {
                for number in 0..<count {
                    let session = URLSession.forEndpoints(configuration: .ephemeral)
                    _ = try await session.response(with: Ping(), environment: server.url)
                    if number.isMultiple(of: 2) { session.finishTasksAndInvalidate() }
                }
                return OpenDescriptors.count
            }
            let before = try await use(50)
            let after = try await use(1000)
            precondition(after <= before + 20, "\(before) descriptors became \(after)")
        }
    }
    #endif

    @Test("an invalidated source session goes on working, and a session of forEndpoints says that it is over")
    func invalidated() async throws {
        let server = try LoopbackServer { _ in Reply(body: "ok") }
        let source = URLSession(configuration: .ephemeral)
        source.invalidateAndCancel()
        _ = try await source.response(with: Ping(), environment: server.url)

        let session = URLSession.forEndpoints(configuration: .ephemeral)
        _ = try await session.response(with: Ping(), environment: server.url)
        session.invalidateAndCancel()
        session.finishTasksAndInvalidate()
        guard case .failure(.transportError(let failure)) = await session.result(with: Ping(), environment: server.url)
        else {
            Issue.record("an invalidated session carried a call")
            return
        }
        #expect(failure.code == .sessionInvalidated)
        #expect(server.requestCount == 2)
    }

    @Test("invalidating while calls are made never ends the process", arguments: [true, false])
    func invalidationRace(cancels: Bool) async throws {
        let server = try LoopbackServer(recording: false) { _ in Reply(body: "ok") }
        for _ in 0..<50 {
            let session = URLSession.forEndpoints(configuration: .ephemeral)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask { _ = await session.result(with: Ping(), environment: server.url) }
                }
                group.addTask { cancels ? session.invalidateAndCancel() : session.finishTasksAndInvalidate() }
            }
        }
    }
}

/// A server at an address that is known only when the test runs.
struct Anywhere: ServerDefinition {
    typealias Environments = URL
    static let auth = CallerAuth()
    static let defaultEnvironment = URL(fileURLWithPath: "/")
}

struct Ping: Endpoint {
    typealias Server = Anywhere
    typealias Response = String
    static var auth: NoAuth { NoAuth() }
    static let definition = Definition(path: "ping")
}
