// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation

public struct AnyPublisher<Output, Failure: Error>: Publisher {
    private let subscribe: (Erased<Output, Failure>) -> Void

    public init<P: Publisher>(_ publisher: P) where P.Output == Output, P.Failure == Failure {
        subscribe = { publisher.receive(subscriber: $0) }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscribe(Erased(subscriber))
    }
}

private struct Erased<Input, Failure: Error>: Subscriber {
    let base: any Subscriber<Input, Failure>

    init(_ base: any Subscriber<Input, Failure>) { self.base = base }

    func receive(subscription: any Subscription) { base.receive(subscription: subscription) }
    func receive(_ input: Input) -> Subscribers.Demand { base.receive(input) }
    func receive(completion: Subscribers.Completion<Failure>) { base.receive(completion: completion) }
}

public struct Deferred<DeferredPublisher: Publisher>: Publisher {
    public typealias Output = DeferredPublisher.Output
    public typealias Failure = DeferredPublisher.Failure

    private let createPublisher: () -> DeferredPublisher

    public init(createPublisher: @escaping () -> DeferredPublisher) {
        self.createPublisher = createPublisher
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        createPublisher().receive(subscriber: subscriber)
    }
}

/// Runs its closure when it is made, and gives the one result to each subscriber that has asked for a value.
public final class Future<Output, Failure: Error>: Publisher {
    public typealias Promise = (Result<Output, Failure>) -> Void

    private let lock = NSRecursiveLock()
    private var result: Result<Output, Failure>?
    private var conduits: [Conduit] = []

    public init(_ attemptToFulfill: @escaping (@escaping Promise) -> Void) {
        attemptToFulfill { result in
            let conduits = self.lock.withLock { () -> [Conduit] in
                guard self.result == nil else { return [] }
                self.result = result
                return self.conduits
            }
            for conduit in conduits { conduit.deliver() }
        }
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let conduit = Conduit(future: self, subscriber: subscriber)
        lock.withLock { conduits.append(conduit) }
        subscriber.receive(subscription: conduit)
    }

    private final class Conduit: Subscription {
        private let future: Future
        private var subscriber: (any Subscriber<Output, Failure>)?
        private var isWanted = false

        init(future: Future, subscriber: any Subscriber<Output, Failure>) {
            self.future = future
            self.subscriber = subscriber
        }

        func request(_ demand: Subscribers.Demand) {
            guard demand > 0 else { return }
            future.lock.withLock { isWanted = true }
            deliver()
        }

        func cancel() {
            future.lock.withLock { subscriber = nil }
        }

        func deliver() {
            let taken = future.lock.withLock { () -> (any Subscriber<Output, Failure>)? in
                switch future.result {
                case .success where isWanted, .failure:
                    defer { subscriber = nil }
                    return subscriber
                default: return nil
                }
            }
            guard let taken, let result = future.result else { return }
            switch result {
            case .success(let output):
                _ = taken.receive(output)
                taken.receive(completion: .finished)
            case .failure(let failure): taken.receive(completion: .failure(failure))
            }
        }
    }
}
