/// Lets calls through, and keeps what was sent and answered.
final class Recorder: Sendable {
    private let outer = CallInterception.current
    private let id = ScopeID()
    private let exchanges = Locked<[RawExchange]>([])

    /// What has been answered so far, without secrets, in the order of sending.
    func recordings() -> [Recording] {
        let exchanges = exchanges.withLock { $0 }
        var secrets = Secrets()
        // An early answer may hold what only a later request shows to be a credential.
        for exchange in exchanges { _ = secrets.recording(of: exchange) }
        return exchanges.compactMap { secrets.recording(of: $0) }
    }

    /// Notes that a request is sent; returns its place.
    func begin(_ exchange: RawExchange) -> Int {
        exchanges.withLock { exchanges in
            exchanges.append(exchange)
            return exchanges.count - 1
        }
    }

    /// Notes what came of a request.
    func end(_ place: Int, with outcome: Result<TransportReply, TransportFailure>, isReadable: Bool) {
        exchanges.withLock { exchanges in
            exchanges[place].outcome = outcome
            exchanges[place].isReadable = isReadable
        }
    }
}

extension Recorder: CallInterceptor {
    var scopeID: ScopeID? { outer?.scopeID ?? id }

    /// A recording of the real API is made with the real account, unless mocks stand around it.
    var accounts: ScopedAccounts? { outer?.accounts }

    func concerns<T: Endpoint>(_ endpoint: T.Type) -> Bool { true }

    func intercept<T: Endpoint>(_ call: InterceptedCall<T>) -> Interception<T> {
        recorded(outer?.intercept(call) ?? .network, of: call)
    }

    private func recorded<T: Endpoint>(_ interception: Interception<T>, of call: InterceptedCall<T>) -> Interception<T>
    {
        switch interception {
        case .network: .around { RecordingTransport(base: $0, call: call, recorder: self) }
        case .answer, .failure: interception
        case .pending(let decision): .pending { self.recorded(await decision(), of: call) }
        case .transport(let transport): .transport(RecordingTransport(base: transport, call: call, recorder: self))
        case .around(let wrap): .around { RecordingTransport(base: wrap($0), call: call, recorder: self) }
        }
    }
}

/// Carries the attempts of one call, and tells the recorder.
struct RecordingTransport<T: Endpoint>: Transport {
    let base: any Transport
    let call: InterceptedCall<T>
    let recorder: Recorder

    var additionalHeaders: [String: String] { base.additionalHeaders }

    var gate: ConnectionGate? { base.gate }
    var proxies: ProxySettings? { base.proxies }

    func send(_ request: URLRequest) async throws(TransportFailure) -> TransportReply {
        let place = recorder.begin(RawExchange(call, sending: request))
        do throws(TransportFailure) {
            let reply = try await base.send(request)
            recorder.end(place, with: .success(reply), isReadable: T.canRead(reply))
            return reply
        } catch {
            recorder.end(place, with: .failure(error), isReadable: false)
            throw error
        }
    }
}

extension Endpoint {
    /// Whether an answer is a success that can be decoded.
    static func canRead(_ reply: TransportReply) -> Bool {
        guard accepts(reply.response, body: reply.data) else { return false }
        return (try? decode(reply.data, from: reply.response)) != nil
    }
}
