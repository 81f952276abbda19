#if canImport(CEndpointsCurl)
/// Where the bytes of a request's body come from.
protocol RequestBodySource: AnyObject, Sendable {
    /// The number of bytes; nil when that isn't known.
    var size: Int64? { get }

    /// Names what is called after a read that had to be put off.
    func begin(whenMore: @escaping @Sendable () -> Void)

    /// Gives the next bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> RequestBodyStep

    /// Goes back to the start; false when that is impossible.
    func rewind() -> Bool
}

/// What a source had to give.
enum RequestBodyStep: Sendable {
    case bytes(Int)
    case end
    /// Nothing yet.
    case later
    case broken(TransportFailure)
}

/// Reads a source for one sending: never more than the source declares, and less is a failure.
///
/// A server that waits for the rest would take the next request for it (RFC 9112 §6.3).
final class RequestBodyReader {
    private let source: any RequestBodySource
    private var count: Int64 = 0

    init(_ source: any RequestBodySource) {
        self.source = source
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> RequestBodyStep {
        let rest = source.size.map { $0 - count } ?? .max
        guard rest > 0 else { return .end }
        let step = source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(Int(clamping: rest))))
        switch step {
        case .bytes(let read): count += Int64(read)
        case .end where source.size != nil:
            return .broken(
                TransportFailure(code: .other, detail: "the body ended \(rest) bytes before its declared length"))
        case .end, .later, .broken: break
        }
        return step
    }

    /// Goes back to the start, and to nowhere else.
    func rewind(to offset: Int64) -> Bool {
        guard offset == 0, count == 0 || source.rewind() else { return false }
        count = 0
        return true
    }
}

/// A body in memory.
final class DataBody: RequestBodySource {
    private let data: Data
    private let position = Locked(0)

    init(_ data: Data) {
        self.data = data
    }

    var size: Int64? { Int64(data.count) }

    func begin(whenMore: @escaping @Sendable () -> Void) {}

    func read(into buffer: UnsafeMutableRawBufferPointer) -> RequestBodyStep {
        position.withLock { position in
            let rest = data.dropFirst(position)
            guard !rest.isEmpty else { return .end }
            let count = rest.copyBytes(to: buffer)
            position += count
            return .bytes(count)
        }
    }

    func rewind() -> Bool {
        position.withLock { $0 = 0 }
        return true
    }
}
#endif
