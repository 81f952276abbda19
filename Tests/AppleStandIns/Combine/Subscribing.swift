// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
public protocol Cancellable {
    func cancel()
}

public protocol Subscription: Cancellable {
    func request(_ demand: Subscribers.Demand)
}

public protocol Subscriber<Input, Failure> {
    associatedtype Input
    associatedtype Failure: Error

    func receive(subscription: any Subscription)
    func receive(_ input: Input) -> Subscribers.Demand
    func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Publisher<Output, Failure> {
    associatedtype Output
    associatedtype Failure: Error

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

public enum Subscribers {
    public struct Demand: Hashable, Sendable {
        fileprivate let count: Int
        public static let none = Demand(count: 0)
        public static let unlimited = Demand(count: .max)
        public static func max(_ count: Int) -> Demand { Demand(count: count) }
        public static func > (demand: Demand, count: Int) -> Bool { demand.count > count }
    }

    public enum Completion<Failure: Error> {
        case finished
        case failure(Failure)
    }
}

extension Subscribers.Completion: Sendable {}

public final class AnyCancellable: Cancellable {
    private let once: () -> Void

    public init(_ cancel: @escaping () -> Void) {
        once = cancel
    }

    deinit { once() }

    public func cancel() { once() }
}
