#if canImport(CEndpointsCurl)
/// Reads the head of an answer line by line, and refuses what two readers could read differently (RFC 9112 §6.3, §11.1).
struct HeadReader: Sendable {
    enum Step: Sendable {
        case more
        /// The head is complete; what follows are trailers, which are passed over.
        case complete(ReplyHead)
        case broken(TransportFailure)
    }

    /// The number of bytes above which a head is not read on.
    static let limit = 300_000

    private var status = 0
    private var version: ReplyHead.Version = .http1
    private var lines: [UInt8] = []
    private var size = 0
    private var contentLength: Int?
    private var isChunked = false
    private var isInHead = false
    /// Whether the head of the answer proper has been read; interim ones come before it (RFC 9110 §15.2).
    private(set) var isComplete = false

    /// Reads the next line, with its end.
    mutating func read(_ line: UnsafeRawBufferPointer) -> Step {
        guard !isComplete else { return .more }
        size += line.count
        guard size <= Self.limit else { return .broken(TransportFailure(code: .headersTooLarge)) }
        let text = line.withoutLineEnd
        guard !text.contains(where: { $0 == 0x0D || $0 == 0 }) else {
            return broken("A line break or zero byte in its head")
        }
        guard isInHead else { return readStatus(text) }
        guard !text.isEmpty else { return end() }
        return readField(text)
    }

    private mutating func readStatus(_ text: Slice<UnsafeRawBufferPointer>) -> Step {
        let parts = text.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let version = ReplyHead.Version(parts[0]), parts[1].count == 3,
            let status = parts[1].digits, status >= 100
        else { return broken("No status line of HTTP/1.0, HTTP/1.1 or HTTP/2") }
        self.status = status
        self.version = version
        lines.removeAll(keepingCapacity: true)
        contentLength = nil
        isChunked = false
        isInHead = true
        return .more
    }

    private mutating func readField(_ text: Slice<UnsafeRawBufferPointer>) -> Step {
        if text.first?.isBlank == true {
            // A line that begins with a space goes on with the one before (RFC 9112 §5.2).
            guard lines.popLast() != nil else { return broken("A continued line without one before it") }
            lines.append(0x20)
            lines.append(contentsOf: text.trimmed)
            lines.append(0x0A)
            return .more
        }
        guard let colon = text.firstIndex(of: 0x3A), colon > text.startIndex,
            text[..<colon].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return broken("A header field without a proper name") }
        lines.append(contentsOf: text)
        lines.append(0x0A)
        let name = text[..<colon]
        if name.isEqual(to: "content-length") { return readLength(text[(colon + 1)...].trimmed) }
        if name.isEqual(to: "transfer-encoding") {
            guard !isChunked, text[(colon + 1)...].trimmed.isEqual(to: "chunked") else {
                return broken("A Transfer-Encoding other than chunked")
            }
            isChunked = true
        }
        return .more
    }

    /// A list of equal numbers counts as one (RFC 9110 §8.6).
    private mutating func readLength(_ text: Slice<UnsafeRawBufferPointer>) -> Step {
        for part in text.split(separator: 0x2C, omittingEmptySubsequences: false) {
            guard let length = part.trimmed.digits, contentLength ?? length == length else {
                return broken("A Content-Length that is no number, or two different ones")
            }
            contentLength = length
        }
        return .more
    }

    private mutating func end() -> Step {
        isInHead = false
        guard status >= 200 || status == 101 else { return .more }
        isComplete = true
        return .complete(
            ReplyHead(
                status: status, version: version, contentLength: isChunked ? nil : contentLength, lines: lines))
    }

    private func broken(_ reason: String) -> Step {
        .broken(TransportFailure(platform: .badServerResponse, reason))
    }
}

extension ReplyHead.Version {
    fileprivate init?(_ text: Slice<UnsafeRawBufferPointer>) {
        if text.isEqual(to: "http/1.1") || text.isEqual(to: "http/1.0") {
            self = .http1
        } else if text.isEqual(to: "http/2") || text.isEqual(to: "http/2.0") {
            self = .http2
        } else {
            return nil
        }
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}

extension UnsafeRawBufferPointer {
    fileprivate var withoutLineEnd: Slice<UnsafeRawBufferPointer> {
        var end = count
        if end > 0, self[end - 1] == 0x0A { end -= 1 }
        if end > 0, self[end - 1] == 0x0D { end -= 1 }
        return self[..<end]
    }
}

extension Slice<UnsafeRawBufferPointer> {
    fileprivate var trimmed: Slice<UnsafeRawBufferPointer> {
        guard let first = firstIndex(where: { !$0.isBlank }), let last = lastIndex(where: { !$0.isBlank }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }

    /// The number that the bytes are, of at most eighteen digits.
    fileprivate var digits: Int? {
        guard !isEmpty, count <= 18, allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    /// Whether the bytes are a text in lower case, whatever their own case.
    fileprivate func isEqual(to text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for (byte, other) in zip(self, UnsafeBufferPointer(start: text.utf8Start, count: count)) {
            let isUppercase = byte >= 0x41 && byte <= 0x5A
            guard (isUppercase ? byte | 0x20 : byte) == other else { return false }
        }
        return true
    }
}
#endif
