import Combine
import Endpoints
import EndpointsMocking
import LoopbackServer
import Testing

/// A publisher sends like the async call, as seen at the server.
@Suite("Publishers", .timeLimit(.minutes(1)))
struct PublisherTests {
    private let session = URLSession.forEndpoints(configuration: .ephemeral)
    private let options = RequestOptions(retryPolicy: RetryPolicy(maxRetries: 2, baseDelay: .zero, jitter: .none))

    @Test("S4-36 S4-62 the request carries the credentials")
    func authenticated() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "in")])
        let auth = JWTAuth.exchanging(at: server.url)
        let delivery = await session.endpointPublisher(with: Item(), environment: server.url, auth: auth).delivery()
        #expect(delivery.values == ["in"] && delivery.isFinished)
        #expect(server.authorizations == ["Bearer A1"])
    }

    @Test("S4-36 S4-62 a 401 is followed by a refresh and the request with the new token")
    func refresh() async throws {
        let server = try LoopbackServer.renewing()
        let auth = JWTAuth.exchanging(at: server.url)
        let delivery = await session.endpointPublisher(with: Item(), environment: server.url, auth: auth).delivery()
        #expect(delivery.values == ["in"] && delivery.isFinished)
        #expect(server.authorizations == ["Bearer A1", "Bearer A2"])
        #expect(server.requests.map(\.path) == ["/items/a", "/token", "/items/a"])
    }

    @Test("S4-36 S4-37 a failed attempt is repeated by one retry loop")
    func retry() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503)])
        let delivery = await session.endpointPublisher(with: Item(), environment: server.url, options: options)
            .delivery()
        #expect(server.requestCount == 3)
        #expect(delivery.values.isEmpty)
        #expect(delivery.failure?.context?.attempts.count == 3)
    }

    @Test("S4-36 what a retry brings is delivered once")
    func retrySucceeds() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 503), Reply(body: "in")])
        let delivery = await session.endpointPublisher(with: Item(), environment: server.url, options: options)
            .delivery()
        #expect(delivery.values == ["in"] && delivery.isFinished)
        #expect(server.requestCount == 2)
    }

    @Test("S4-62 without tokens nothing is sent, and the error is the authentication's")
    func notSignedIn() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "never")])
        let auth = JWTAuth { _ in throw CancellationError() }
        let delivery = await session.endpointPublisher(with: Item(), environment: server.url, auth: auth).delivery()
        guard case .authenticationError(.notAuthenticated) = delivery.failure else {
            Issue.record("ended with \(String(describing: delivery.completion))")
            return
        }
        #expect(server.requestCount == 0)
    }

    @Test("S4-62 a refused refresh is an authentication error")
    func refused() async throws {
        let server = try LoopbackServer(replies: [Reply(status: 401)])
        let auth = JWTAuth(initialTokens: TokenPair(accessToken: "A1", refreshToken: "r1")) { _ in
            throw RefreshRejection()
        }
        let delivery = await session.endpointPublisher(with: Item(), environment: server.url, auth: auth).delivery()
        guard case .authenticationError(.refreshRejected) = delivery.failure else {
            Issue.record("ended with \(String(describing: delivery.completion))")
            return
        }
        #expect(server.authorizations == ["Bearer A1"])
    }

    @Test("S4-37 each subscriber has a request of its own, and without one nothing is sent")
    func subscribers() async throws {
        let server = try LoopbackServer.immediate { Reply(body: "\($0.number)") }
        let publisher = session.endpointPublisher(with: Item(), environment: server.url)
        #expect(server.requestCount == 0)
        let first = await publisher.delivery()
        let second = await publisher.delivery()
        #expect(first.values == ["0"] && second.values == ["1"])
        #expect(server.requestCount == 2)
    }

    @Test("S4-39 the response is delivered on the task that carries the call")
    func deliveringTask() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "in")])
        let delivery = await session.endpointPublisher(with: Item(), environment: server.url).delivery()
        #expect(delivery.wasOnTask)
    }

    @Test("S4-40 a publisher ends as the async call does", arguments: [200, 204, 404, 500])
    func sameOutcome(status: Int) async throws {
        let server = try LoopbackServer(replies: [Reply(status: status, body: status == 204 ? "" : "text")])
        let result = await session.result(with: Item(), environment: server.url)
        let delivery = await session.endpointPublisher(with: Item(), environment: server.url).delivery()
        switch result {
        case .success(let text): #expect(delivery.values == [text] && delivery.isFinished)
        case .failure(let error): #expect(delivery.failure?.description == error.description)
        }
    }

    @Test("S4-41 a mock answers a publisher that was made in its scope, also a subscriber outside")
    func mocked() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "sent")])
        let publisher = await withMock(Item.self, action: .return("mocked")) {
            session.endpointPublisher(with: Item(), environment: server.url)
        }
        let delivery = await publisher.delivery()
        #expect(delivery.values == ["mocked"] && delivery.isFinished)
        #expect(server.requestCount == 0)
    }
}
