import Endpoints
import LoopbackServer
import Testing

/// Two clients side by side: every request pairs the right host with the right credentials.
@Suite("Two clients", .timeLimit(.minutes(5)))
struct TwoClientsTests {
    /// A server whose credentials differ per environment.
    private struct Shop: ServerDefinition {
        typealias Environments = URL

        static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
        static let auth = HeaderKeyAuth(key: "s3cr3t-production")

        static func auth(for environment: URL) -> HeaderKeyAuth {
            HeaderKeyAuth(key: "key-\(environment.port ?? 0)")
        }
    }

    private struct Order: Endpoint {
        typealias Server = Shop
        typealias Response = String

        static let definition = Definition(path: "orders/\(\.number)")

        var number: Int
    }

    private struct OpenOrder: Endpoint {
        typealias Server = Shop
        typealias Response = String

        static let definition = Definition(path: "open")
        static let auth = NoAuth()
    }

    /// A server whose accounts come with the call.
    private struct Bank: ServerDefinition {
        typealias Environments = URL

        static var defaultEnvironment: URL { URL(fileURLWithPath: "/") }
        static let auth = CallerAuth()
    }

    private struct Balance: Endpoint {
        typealias Server = Bank
        typealias Response = String

        static let definition = Definition(path: "balance")
    }

    @Test("S4-10 eight interleaved requests of two clients")
    func interleaved() async throws {
        let gate = Gate()
        let servers = try (0..<2).map { client in
            try LoopbackServer { request in
                await gate.wait()
                return Reply(body: "\(client) \(request.path)")
            }
        }
        let keys = ["key-a", "key-b"]
        let calls = (0..<8).map { number in
            let client = number % 2
            let url = servers[client].url
            return Task {
                try await URLSession.shared.response(
                    with: Order(number: number), environment: url, auth: .bearer(keys[client]))
            }
        }
        await gate.arrivals(8)
        gate.open()
        for (number, call) in calls.enumerated() {
            #expect(try await call.value == "\(number % 2) /orders/\(number)")
        }
        for (client, server) in servers.enumerated() {
            #expect(server.requests.count == 4)
            #expect(server.requests.allSatisfy { $0.bearer == keys[client] })
            #expect(server.requests.allSatisfy { $0.header("Host") == "127.0.0.1:\(server.port)" })
        }
    }

    @Test("S4-10 two accounts refresh apart")
    func refreshApart() async throws {
        let servers = try ["a", "b"].map { name in
            try LoopbackServer.immediate { request in
                if request.path == "/token" { return .tokens("\(name)2", "\(name)-r2") }
                return request.bearer == "\(name)2" ? Reply(body: name) : Reply(status: 401)
            }
        }
        let accounts = zip(servers, ["a", "b"]).map { server, name in
            JWTAuth.exchanging(
                at: server.url, pair: TokenPair(accessToken: "\(name)1", refreshToken: "\(name)-r1"))
        }
        let calls = (0..<8).map { number in
            let (url, account) = (servers[number % 2].url, accounts[number % 2])
            return Task {
                try await URLSession.shared.response(with: Order(number: number), environment: url, auth: account)
            }
        }
        for (number, call) in calls.enumerated() {
            #expect(try await call.value == ["a", "b"][number % 2])
        }
        for (server, name) in zip(servers, ["a", "b"]) {
            #expect(server.exchanges == ["\(name)-r1"])
            #expect(server.calls.allSatisfy { $0.bearer?.hasPrefix(name) == true })
        }
    }

    @Test("S4-10 the environment alone chooses its own credential")
    func perEnvironment() async throws {
        let servers = try (0..<2).map { _ in try LoopbackServer(replies: [Reply(body: "ok")]) }
        for server in servers {
            _ = try await URLSession.shared.response(with: Order(number: 1), environment: server.url)
            #expect(server.requests.map(\.bearer) == ["key-\(server.port)"])
        }
    }

    @Test("S4-10 an open endpoint stays open, whatever account the call names")
    func open() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        _ = try await URLSession.shared.response(with: OpenOrder(), environment: server.url, auth: .bearer("s3cr3t"))
        #expect(server.requests.first?.header("Authorization") == nil)
    }

    @Test("S4-10 a server that wants the caller's account sends nothing without one")
    func callerAuth() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "ok")])
        let error = try await URLSession.shared.failure(of: Balance(), environment: server.url)
        guard case .callerMustAuthenticate? = error.authenticationFault else {
            Issue.record("\(error)")
            return
        }
        #expect(server.requestCount == 0)
        _ = try await URLSession.shared.response(with: Balance(), environment: server.url, auth: .bearer("mine"))
        #expect(server.requests.map(\.bearer) == ["mine"])
    }
}
