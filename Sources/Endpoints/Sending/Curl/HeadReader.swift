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
    private var hasCookies = false
    private var hasCodings = false
    private var isInHead = false
    /// Whether the last field says where the body ends.
    private var isFraming = false
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

    private mutating func readStatus(_ text: HeadBytes) -> Step {
        let parts = text.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, let version = ReplyHead.Version(parts[0]), parts[1].count == 3,
            let status = parts[1].digits, status >= 100
        else { return broken("No status line of HTTP/1.0, HTTP/1.1 or HTTP/2") }
        self.status = status
        self.version = version
        lines.removeAll(keepingCapacity: true)
        contentLength = nil
        (isChunked, hasCookies, hasCodings) = (false, false, false)
        isInHead = true
        isFraming = false
        return .more
    }

    private mutating func readField(_ text: HeadBytes) -> Step {
        if text.first?.isBlank == true {
            // A line that begins with a space goes on with the one before (RFC 9112 §5.2).
            guard !isFraming, lines.popLast() != nil else { return broken("A continued line where none may be") }
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
        isFraming = false
        if name.isEqual(toLowercase: "content-length") {
            isFraming = true
            return readLength(text[(colon + 1)...].trimmed)
        }
        if name.isEqual(toLowercase: "transfer-encoding") {
            guard !isChunked, text[(colon + 1)...].trimmed.isEqual(toLowercase: "chunked") else {
                return broken("A Transfer-Encoding other than chunked")
            }
            isChunked = true
            isFraming = true
        }
        hasCookies = hasCookies || name.isEqual(toLowercase: "set-cookie")
        hasCodings = hasCodings || name.isEqual(toLowercase: "content-encoding")
        return .more
    }

    /// A list of equal numbers counts as one (RFC 9110 §8.6).
    private mutating func readLength(_ text: HeadBytes) -> Step {
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
                status: status, version: version, contentLength: isChunked ? nil : contentLength,
                hasCookies: hasCookies, hasCodings: hasCodings, lines: lines))
    }

    private func broken(_ reason: String) -> Step {
        .broken(TransportFailure(platform: .badServerResponse, reason))
    }
}

extension ReplyHead.Version {
    fileprivate init?(_ text: HeadBytes) {
        if text.isEqual(toLowercase: "http/1.1") || text.isEqual(toLowercase: "http/1.0") {
            self = .http1
        } else if text.isEqual(toLowercase: "http/2") || text.isEqual(toLowercase: "http/2.0") {
            self = .http2
        } else {
            return nil
        }
    }
}

extension UnsafeRawBufferPointer {
    fileprivate var withoutLineEnd: HeadBytes {
        var end = count
        if end > 0, self[end - 1] == 0x0A { end -= 1 }
        if end > 0, self[end - 1] == 0x0D { end -= 1 }
        return self[..<end]
    }
}
#endif
