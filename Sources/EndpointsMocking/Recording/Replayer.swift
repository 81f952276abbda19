/// Answers calls from recordings.
final class Replayer: Sendable {
    private struct Entry: Sendable {
        let file: String
        let recording: Recording
        var isUsed = false
    }

    private struct State: Sendable {
        var entries: [Entry]
        var secrets = Secrets()
    }

    private let outer = CallInterception.current
    private let id = ScopeID()
    private let ownAccounts = ScopedAccounts()
    private let state: Locked<State>

    init(_ recordings: [(file: String, recording: Recording)]) {
        state = Locked(State(entries: recordings.map { Entry(file: $0.file, recording: $0.recording) }))
    }

    /// The files that nothing has asked for.
    var unused: [String] { state.withLock { $0.entries.filter { !$0.isUsed }.map(\.file) } }

    /// The recording that a request gets.
    ///
    /// - Throws: a failure with the code `recordingDrifted` when none is like the request, or left.
    func recording(for exchange: RawExchange) throws(TransportFailure) -> (file: String, recording: Recording) {
        try state.withLock { state throws(TransportFailure) in
            _ = state.secrets.redacted(requestOf: exchange)
            let request = state.secrets.redacted(requestOf: exchange)
            let left = state.entries.indices.filter {
                !state.entries[$0].isUsed && state.entries[$0].recording.endpoint == exchange.endpoint
            }
            guard let first = left.first else { throw .drifted("no recording of \(exchange.endpoint) is left") }
            let like = left.first { state.entries[$0].recording.request.differences(from: request).isEmpty }
            let entry = state.entries[like ?? first]
            state.entries[like ?? first].isUsed = true
            guard like == nil else { return (entry.file, entry.recording) }
            let differences = entry.recording.request.differences(from: request).joined(separator: "; ")
            throw .drifted("\(entry.file): \(differences)")
        }
    }
}

extension Replayer: CallInterceptor {
    var scopeID: ScopeID? { outer?.scopeID ?? id }

    var accounts: ScopedAccounts? { outer?.accounts ?? ownAccounts }

    func concerns<T: Endpoint>(_ endpoint: T.Type) -> Bool { true }

    /// Calls that an outer scope answers don't come here; the network is what the recordings stand for.
    func intercept<T: Endpoint>(_ call: InterceptedCall<T>) -> Interception<T> {
        replayed(outer?.intercept(call) ?? .network, of: call)
    }

    private func replayed<T: Endpoint>(_ interception: Interception<T>, of call: InterceptedCall<T>) -> Interception<T>
    {
        switch interception {
        case .answer, .failure, .transport: interception
        case .pending(let decision): .pending { self.replayed(await decision(), of: call) }
        case .network, .around: .transport(ReplayTransport(call: call, replayer: self))
        }
    }
}

/// Answers the attempts of one call.
struct ReplayTransport<T: Endpoint>: Transport {
    let call: InterceptedCall<T>
    let replayer: Replayer
    var skipsPauses: Bool { true }

    func send(_ request: URLRequest) async throws(TransportFailure) -> TransportReply {
        guard !Task.isCancelled else { throw TransportFailure(code: .cancelled) }
        let (file, recording) = try replayer.recording(for: RawExchange(call, sending: request))
        guard let response = recording.response else {
            throw TransportFailure(code: .init(recording.failure ?? TransportFailure.Code.other.name))
        }
        let reply = try TransportReply(
            status: response.status,
            headers: response.headers,
            data: response.body?.data ?? Data(),
            to: request
        )
        guard response.isReadable == false || !T.accepts(reply.response, body: reply.data) || T.canRead(reply) else {
            throw .drifted("\(file): the response can't be decoded as \(T.Response.self) any more")
        }
        return reply
    }
}

extension TransportFailure {
    static func drifted(_ detail: String) -> TransportFailure {
        TransportFailure(code: .recordingDrifted, detail: "\(detail); record again if that is meant")
    }
}
