// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation

extension Publisher {
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }

    public func handleEvents(
        receiveSubscription: ((any Subscription) -> Void)? = nil, receiveOutput: ((Output) -> Void)? = nil,
        receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil, receiveCancel: (() -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        Publishers.HandleEvents(
            upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
            receiveCompletion: receiveCompletion, receiveCancel: receiveCancel)
    }

    public func sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let sink = Sink<Output, Failure>(receiveCompletion, receiveValue)
        receive(subscriber: sink)
        return AnyCancellable { sink.cancel() }
    }
}

public enum Publishers {
    public struct HandleEvents<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        let upstream: Upstream
        let receiveSubscription: ((any Subscription) -> Void)?
        let receiveOutput: ((Output) -> Void)?
        let receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)?
        let receiveCancel: (() -> Void)?

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.receive(subscriber: Watched(events: self, subscriber: subscriber))
        }

        private struct Watched<S: Subscriber>: Subscriber where S.Input == Output, S.Failure == Failure {
            let events: HandleEvents
            let subscriber: S

            func receive(subscription: any Subscription) {
                events.receiveSubscription?(subscription)
                subscriber.receive(
                    subscription: WatchedSubscription(base: subscription, receiveCancel: events.receiveCancel))
            }

            func receive(_ input: Output) -> Subscribers.Demand {
                events.receiveOutput?(input)
                return subscriber.receive(input)
            }

            func receive(completion: Subscribers.Completion<Failure>) {
                events.receiveCompletion?(completion)
                subscriber.receive(completion: completion)
            }
        }
    }
}

private struct WatchedSubscription: Subscription {
    let base: any Subscription
    let receiveCancel: (() -> Void)?

    func request(_ demand: Subscribers.Demand) { base.request(demand) }

    func cancel() {
        receiveCancel?()
        base.cancel()
    }
}

private final class Sink<Input, Failure: Error>: Subscriber {
    private let lock = NSRecursiveLock()
    private let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
    private let receiveValue: (Input) -> Void
    private var subscription: (any Subscription)?
    private var isOver = false

    init(
        _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        _ receiveValue: @escaping (Input) -> Void
    ) {
        self.receiveCompletion = receiveCompletion
        self.receiveValue = receiveValue
    }

    func receive(subscription: any Subscription) {
        lock.withLock { self.subscription = subscription }
        subscription.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if !lock.withLock({ isOver }) { receiveValue(input) }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let isFirst = lock.withLock { () -> Bool in
            defer { (isOver, subscription) = (true, nil) }
            return !isOver
        }
        if isFirst { receiveCompletion(completion) }
    }

    /// Like the framework's, it tells a subscription of the cancellation once, and none that has ended.
    func cancel() {
        let subscription = lock.withLock { () -> (any Subscription)? in
            defer { (isOver, self.subscription) = (true, nil) }
            return self.subscription
        }
        subscription?.cancel()
    }
}
