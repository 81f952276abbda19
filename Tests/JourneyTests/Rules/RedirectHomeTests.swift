import Endpoints
import LoopbackServer
import TestSupport
import Testing

/// A way that leads from home to another origin and back.
@Suite("Redirects away and home again", .timeLimit(.minutes(5)))
struct RedirectHomeTests {
    private let session = URLSession.fresh()

    /// Home, which sends away at `start` and takes what comes back; and the other origin, which sends it back.
    private func servers(status: Int, hops: Int = 1) throws -> (home: LoopbackServer, foreign: LoopbackServer) {
        let addresses = Locked((home: "", foreign: ""))
        let home = try LoopbackServer.immediate { request in
            let foreign = addresses.withLock(\.foreign)
            if request.path.hasSuffix("start") { return .redirect(to: "\(foreign)/hop/1", status: status) }
            return Reply(body: request.header("Authorization") ?? "nothing")
        }
        let foreign = try LoopbackServer.immediate { request in
            let (home, number) = (addresses.withLock(\.home), Int(request.path.split(separator: "/").last ?? "") ?? 0)
            return .redirect(to: number < hops ? "/hop/\(number + 1)" : "\(home)/back", status: status)
        }
        addresses.withLock { $0 = (home.url.absoluteString, foreign.url.absoluteString) }
        return (home, foreign)
    }

    @Test(
        "X-01 X-03 the other origin gets no credential, however long the way is there",
        arguments: [301, 302, 303, 307, 308], [1, 3])
    func away(status: Int, hops: Int) async throws {
        let (home, foreign) = try servers(status: status, hops: hops)
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "s3cr3t", refreshToken: "r1")) { _ in
            throw RefreshRejection()
        }
        let text = try await session.response(with: Visit<Getting>(), environment: home.url, auth: auth)
        #expect(foreign.requestCount == hops)
        for request in foreign.requests {
            #expect(request.header("Authorization") == nil)
            #expect(!String(decoding: request.bytes, as: UTF8.self).contains("s3cr3t"))
        }
        try #require(home.requests.count == 2)
        #expect(home.requests[0].header("Authorization") == "Bearer s3cr3t")
        // What another origin chose the address of is not sent with a credential again.
        #expect(home.requests[1].headerValues("Authorization").isEmpty)
        #expect(text == "nothing")
        #expect(home.requests[1].header("X-Client") == "demo")
    }

    @Test("X-02 a 401 at home after the way through another origin refreshes nothing", arguments: [302, 307])
    func refusedAtHome(status: Int) async throws {
        let address = Locked("")
        let foreign = try LoopbackServer.immediate { _ in .redirect(to: address.withLock { $0 }, status: status) }
        let home = try LoopbackServer.immediate { request in
            request.number == 0 ? .redirect(to: "\(foreign.url)/hop", status: status) : Reply(status: 401, body: "who?")
        }
        address.withLock { $0 = "\(home.url)/back" }
        let refreshes = Counter()
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            await refreshes.add()
            return TokenPair(accessToken: "A2", refreshToken: "r2")
        }
        let error = try await session.failure(of: Visit<Getting>(), environment: home.url, auth: auth)
        #expect(error.statusCode == 401)
        #expect(await refreshes.count == 0)
        #expect(home.requests.map { $0.bearer } == ["A1", nil])
    }
}
