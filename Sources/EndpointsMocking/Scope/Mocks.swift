/// The mocks of a scope, and the requests that they answered.
///
/// There is one mock for a type at a time; the latest counts. A generic endpoint has one for each specialisation. A
/// **typed** mock answers with a value or an error; the call is not authenticated, sent or tried again. A **wire** mock
/// answers as a server would, and everything between the call and the server happens.
public final class Mocks: Sendable {
    private struct Registration: Sendable {
        let name: String
        /// The `MockBox` of the type.
        let box: any AnyObject & Sendable
        var isUsed = false
    }

    private struct Record: Sendable {
        let place: Int
        let type: ObjectIdentifier
        let endpoint: any Sendable
        let request: URLRequest
        let attempt: Int
    }

    /// What a call has found.
    enum Use: Sendable {
        /// The `MockBox` of its type, and a place among the records for its request.
        case own(any AnyObject & Sendable, place: Int)
        /// What answers the types without a mock of their own.
        case others(WireResponder)
    }

    private struct Contents: Sendable {
        var registrations: [ObjectIdentifier: Registration] = [:]
        /// In the order in which the requests came, not in that of their answers.
        var records: [Record] = []
        var nextPlace = 0
        /// Answers types without a mock of their own.
        var others: WireResponder?

        mutating func keep(_ record: Record) {
            let index = records.lastIndex { $0.place < record.place }.map { $0 + 1 } ?? 0
            records.insert(record, at: index)
        }
    }

    private let contents = Locked(Contents())
    /// Tells these mocks from others, also from later ones.
    let id = ScopeID()
    /// The clock that time passes on for calls that wire mocks answer; nil for the system's.
    let clock: (any Clock<Duration>)?

    /// Creates an empty set of mocks.
    ///
    /// - Parameter clock: measures delays, time limits, and the waits between attempts of a retry policy, for calls that
    ///   wire mocks answer. Without one it is the system's, and the waits between attempts take no time.
    public init(clock: (any Clock<Duration>)? = nil) {
        self.clock = clock
    }

    /// Registers a typed mock, in place of the one before.
    public func register<T: Endpoint>(_ endpoint: T.Type, action: MockAction<T>) {
        register(MockEntry.action(action), for: endpoint)
    }

    /// Registers a typed mock that decides call by call.
    ///
    /// - Parameters:
    ///   - endpoint: the type.
    ///   - handler: gets each call with its values and its request, and resumes it once.
    public func register<T: Endpoint>(
        _ endpoint: T.Type,
        handler: @escaping @Sendable (MockContinuation<T>) async -> Void
    ) {
        register(MockEntry.handler(handler), for: endpoint)
    }

    /// The requests to an endpoint that these mocks answered, in order, every attempt for itself.
    public func requests<T: Endpoint>(to endpoint: T.Type) -> [RecordedRequest<T>] {
        contents.withLock(\.records).compactMap { record in
            guard record.type == ObjectIdentifier(endpoint), let endpoint = record.endpoint as? T else { return nil }
            return RecordedRequest(endpoint: endpoint, urlRequest: record.request, attempt: record.attempt)
        }
    }

    /// All requests that these mocks answered, in order, every attempt for itself.
    public var requests: [URLRequest] {
        contents.withLock(\.records).map(\.request)
    }

    /// The names of the types whose mocks nothing has asked for, in alphabetical order.
    public var unused: [String] {
        contents.withLock { $0.registrations.values.filter { !$0.isUsed }.map(\.name) }.sorted()
    }

    func register<T: Endpoint>(_ entry: MockEntry<T>, for endpoint: T.Type) {
        let registration = Registration(name: String(describing: endpoint), box: MockBox(entry))
        contents.withLock { $0.registrations[ObjectIdentifier(T.self)] = registration }
    }

    /// The mock of a type, which counts as used.
    func use(_ endpoint: ObjectIdentifier) -> Use? {
        contents.withLock { contents in
            if let index = contents.registrations.index(forKey: endpoint) {
                contents.registrations.values[index].isUsed = true
                contents.nextPlace += 1
                return .own(contents.registrations.values[index].box, place: contents.nextPlace)
            }
            return contents.others.map { .others($0) }
        }
    }

    func contains(_ endpoint: ObjectIdentifier) -> Bool {
        contents.withLock { $0.registrations[endpoint] != nil || $0.others != nil }
    }

    func setOthers(_ responder: WireResponder) {
        contents.withLock { $0.others = responder }
    }

    /// A place among the records for a request that has just come.
    func place() -> Int {
        contents.withLock { contents in
            contents.nextPlace += 1
            return contents.nextPlace
        }
    }

    /// Keeps a request at the place that it was given.
    func record<T: Endpoint>(_ endpoint: T, _ request: URLRequest, attempt: Int = 1, at place: Int) {
        let record = Record(
            place: place, type: ObjectIdentifier(T.self), endpoint: endpoint, request: request, attempt: attempt)
        contents.withLock { $0.keep(record) }
    }
}

extension Mocks: CustomReflectable {
    /// Nothing: recorded requests may hold credentials.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
