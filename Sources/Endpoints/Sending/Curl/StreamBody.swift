#if canImport(CEndpointsCurl)
/// A body that is read from a stream, which may keep its reader waiting: never the loop.
final class StreamBody: RequestBodySource {
    private struct State: Sendable {
        var bytes = Data()
        var isReading = false
        var hasRead = false
        var hasEnded = false
        var failure: TransportFailure?
        var whenMore: (@Sendable () -> Void)?
    }

    nonisolated(unsafe) private let stream: InputStream  // Safe because only the queue uses it.
    private let queue = DispatchQueue(label: "Endpoints.StreamBody")
    private let state = Locked(State())

    let size: Int64? = nil

    init(_ stream: InputStream) {
        self.stream = stream
    }

    func begin(whenMore: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenMore = whenMore }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> RequestBodyStep {
        let (step, mustRead) = state.withLock { state -> (RequestBodyStep, Bool) in
            if !state.bytes.isEmpty {
                let count = state.bytes.copyBytes(to: buffer)
                state.bytes = Data(state.bytes.dropFirst(count))
                return (.bytes(count), false)
            }
            if let failure = state.failure { return (.broken(failure), false) }
            guard !state.hasEnded else { return (.end, false) }
            defer { state.isReading = true }
            return (.later, !state.isReading)
        }
        if mustRead { queue.async { self.readStream() } }
        return step
    }

    /// A stream can be read only once.
    func rewind() -> Bool { !state.withLock(\.hasRead) }

    private func readStream() {
        if stream.streamStatus == .notOpen { stream.open() }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = stream.read(&bytes, maxLength: bytes.count)
        let whenMore = state.withLock { state in
            state.isReading = false
            state.hasRead = true
            if count > 0 {
                state.bytes = Data(bytes.prefix(count))
            } else {
                state.hasEnded = true
                stream.close()
            }
            if count < 0 { state.failure = TransportFailure(code: .other, detail: "the body's stream can't be read") }
            return state.whenMore
        }
        whenMore?()
    }
}
#endif
