import Combine
import Endpoints
import LoopbackServer
import Testing

/// What a subscriber decides: how much it takes, and when it has had enough.
@Suite("Subscriptions", .timeLimit(.minutes(1)))
struct PublisherCancellationTests {
    private let session = URLSession.forEndpoints(configuration: .ephemeral)

    @Test("S4-38 S4-63 cancelling the subscription closes the connection, and delivers nothing")
    func cancelled() async throws {
        let server = try LoopbackServer(replies: [.silence])
        let subscription = session.endpointPublisher(with: Item(), environment: server.url).sink { _ in
            Issue.record("it ended")
        } receiveValue: { _ in
            Issue.record("it delivered")
        }
        _ = await server.requests(count: 1)
        subscription.cancel()
        // Without the hook the call goes on, and this waits until the time limit.
        await server.connectionsClosed(count: 1)
        #expect(server.openConnections == 0)
    }

    @Test("S4-38 letting go of the subscription closes the connection")
    func released() async throws {
        let server = try LoopbackServer(replies: [.silence])
        var subscription: AnyCancellable? = session.endpointPublisher(with: Item(), environment: server.url).sink { _ in
            Issue.record("it ended")
        } receiveValue: { _ in
            Issue.record("it delivered")
        }
        _ = await server.requests(count: 1)
        withExtendedLifetime(subscription) {}
        subscription = nil
        await server.connectionsClosed(count: 1)
    }

    @Test("S4-38 cancelling one subscription leaves the others alone")
    func others() async throws {
        let gate = Gate()
        let server = try LoopbackServer { _ in
            await gate.wait()
            return Reply(body: "in")
        }
        let publisher = session.endpointPublisher(with: Item(), environment: server.url)
        let first = publisher.sink { _ in
            Issue.record("it ended")
        } receiveValue: { _ in
            Issue.record("it delivered")
        }
        let second = PatientSubscriber<String, EndpointTaskError<Site.ErrorResponse>>()
        publisher.receive(subscriber: second)
        second.request(.unlimited)
        _ = await server.requests(count: 2)
        first.cancel()
        await server.connectionsClosed(count: 1)
        gate.open()
        await second.ended.wait()
        #expect(second.values == ["in"])
    }

    @Test("S4-37 a value waits until it is asked for")
    func demand() async throws {
        let server = try LoopbackServer(replies: [Reply(body: "in")])
        let subscriber = PatientSubscriber<String, EndpointTaskError<Site.ErrorResponse>>()
        session.endpointPublisher(with: Item(), environment: server.url).receive(subscriber: subscriber)
        _ = await server.requests(count: 1)
        #expect(subscriber.values.isEmpty)
        subscriber.request(.max(1))
        await subscriber.ended.wait()
        #expect(subscriber.values == ["in"])
        #expect(server.requestCount == 1)
    }
}

/// Lets a lock keep a subscription.
private struct Unchecked<Value>: @unchecked Sendable {  // Safe because the stand-in's cancellation is under a lock.
    let value: Value

    init(_ value: Value) { self.value = value }
}

/// Takes nothing until it is told to.
private final class PatientSubscriber<Input: Sendable, Failure: Error>: Subscriber {
    let ended = Gate()

    private let received = Locked<[Input]>([])
    private let subscription = Locked<Unchecked<any Subscription>?>(nil)

    var values: [Input] { received.withLock { $0 } }

    func request(_ demand: Subscribers.Demand) {
        subscription.withLock { $0 }?.value.request(demand)
    }

    func receive(subscription: any Subscription) {
        let subscription = Unchecked(subscription)
        self.subscription.withLock { $0 = subscription }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        received.withLock { $0.append(input) }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) { ended.open() }
}
