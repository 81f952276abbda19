/// Tells a server that changes its requests from one that leaves `process(_:)` to the default, which changes nothing.
///
/// Nothing needs to be looked at after the default. It says itself that it was called, and for which type: a server's
/// own `process(_:)` may hand the request to another server. A type's answer never changes and is kept.
final class RequestProcessing: Sendable {
    private enum Answer {
        case unknown
        case isDefault
        case isOwn
    }

    private struct Probe: Sendable {
        let server: ObjectIdentifier
        let isDefault = Locked(false)
    }

    @TaskLocal private static var probe: Probe?
    private static let all = Locked<[ObjectIdentifier: RequestProcessing]>([:])

    private let answer = Locked(Answer.unknown)

    /// What is known of a type of server; the same object for all its endpoints.
    static func of(_ server: Any.Type) -> RequestProcessing {
        all.withLock { all in
            let identity = ObjectIdentifier(server)
            if let known = all[identity] { return known }
            let processing = RequestProcessing()
            all[identity] = processing
            return processing
        }
    }

    /// Says that the default of a server is being called.
    static func note(_ server: Any.Type) {
        guard let probe, probe.server == ObjectIdentifier(server) else { return }
        probe.isDefault.withLock { $0 = true }
    }

    /// Whether the server is known to leave its requests as they are.
    var isDefault: Bool { answer.withLock { $0 == .isDefault } }

    /// Lets the server change a request, and learns from the first one whether it has a way of its own to do so.
    func process<Server: ServerAddress>(_ request: inout URLRequest, by server: Server) {
        guard answer.withLock({ $0 == .unknown }) else { return server.process(&request) }
        let probe = Probe(server: ObjectIdentifier(Server.self))
        Self.$probe.withValue(probe) { server.process(&request) }
        let isDefault = probe.isDefault.withLock { $0 }
        answer.withLock { $0 = isDefault ? .isDefault : .isOwn }
    }
}
