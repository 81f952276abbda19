import Foundation

/// Turns bytes, cut anywhere, into requests; it does no input or output itself.
package struct RequestParser {
    /// What the bytes so far amount to.
    package enum Event: Sendable {
        /// A head came whose sender waits for a `100 Continue`.
        case expectsContinue
        /// A request is complete.
        case request(Request)
        /// What came is no request; nothing after it is read.
        case failed(RequestFailure)
    }

    private enum Stage {
        case head
        case sized(RequestHead, body: Int)
        case chunkSize(RequestHead)
        case chunkData(RequestHead, remaining: Int)
        case chunkEnd(RequestHead)
        case trailer(RequestHead, start: Int)
        case failed
    }

    private static let longestHead = 2 << 20
    private static let longestChunkLine = 16 << 10
    private static let longestBody = 256 << 20

    private var buffer: [UInt8] = []
    // Where the message being read begins; the positions below count from there, so that the bytes before
    // can be dropped at any time.
    private var start = 0
    private var headLength = 0
    private var position = 0
    private var scanned = 0
    private var body = Data()
    private var stage = Stage.head

    /// Creates a parser that has seen nothing.
    package init() {}

    /// Whether no message has been begun and not ended.
    package var isAtBoundary: Bool {
        if case .head = stage { return buffer.count == start }
        return false
    }

    /// Takes in the bytes that came next.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if case .failed = stage { return }
        if start == buffer.count {
            buffer.removeAll(keepingCapacity: buffer.capacity <= 1 << 20)
            start = 0
        } else if start > buffer.count / 2 {
            buffer.removeSubrange(..<start)
            start = 0
        }
        buffer.append(contentsOf: bytes)
    }

    /// The next thing the bytes amount to, or nothing until there are more.
    package mutating func next() -> Event? {
        do {
            return try advance()
        } catch {
            stage = .failed
            buffer = []
            start = 0
            body = Data()
            return .failed(error)
        }
    }

    private mutating func advance() throws(RequestFailure) -> Event? {
        while true {
            switch stage {
            case .head:
                guard let head = try takeHead() else { return nil }
                switch head.framing {
                case .chunked: stage = .chunkSize(head)
                case .length(let length):
                    guard length <= Self.longestBody else { throw RequestFailure(status: 413, "a body too long") }
                    buffer.reserveCapacity(start + headLength + length)
                    stage = .sized(head, body: length)
                }
                if head.expectsContinue { return .expectsContinue }
            case .sized(let head, let length):
                guard buffer.count - start - headLength >= length else { return nil }
                position = headLength + length
                return .request(finish(head, trailers: [], body: data(headLength..<position), rawBody: nil))
            case .chunkSize(let head):
                guard let end = try lineEnd(limit: Self.longestChunkLine) else { return nil }
                let size = try chunkSize(position..<(end - 2))
                guard body.count + size <= Self.longestBody else {
                    throw RequestFailure(status: 413, "a body too long")
                }
                position = end
                stage = size == 0 ? .trailer(head, start: end) : .chunkData(head, remaining: size)
            case .chunkData(let head, let remaining):
                let count = min(remaining, buffer.count - start - position)
                guard count > 0 else { return nil }
                body.append(contentsOf: buffer[(start + position)..<(start + position + count)])
                position += count
                scanned = position
                stage = count == remaining ? .chunkEnd(head) : .chunkData(head, remaining: remaining - count)
            case .chunkEnd(let head):
                guard buffer.count - start - position >= 2 else { return nil }
                guard buffer[start + position] == 0x0D, buffer[start + position + 1] == 0x0A else {
                    throw RequestFailure("a chunk is longer than its size")
                }
                position += 2
                scanned = position
                stage = .chunkSize(head)
            case .trailer(let head, let trailerStart):
                guard let end = try lineEnd(limit: Self.longestHead) else { return nil }
                let isLast = end - position == 2
                position = end
                guard isLast else { continue }
                let trailers = try withBytes(trailerStart..<end) { (bytes) throws(RequestFailure) in
                    var lines = HeaderLines(bytes)
                    return try lines.fields()
                }
                let raw = data(headLength..<position)
                return .request(finish(head, trailers: trailers, body: body, rawBody: raw))
            case .failed:
                return nil
            }
        }
    }

    /// Reads the head once its empty line is there.
    private mutating func takeHead() throws(RequestFailure) -> RequestHead? {
        // A client may end the request before with an empty line too many.
        while position == scanned, buffer.count - start - position >= 2, buffer[start + position] == 0x0D,
            buffer[start + position + 1] == 0x0A
        {
            position += 2
            scanned = position
        }
        guard start + position < buffer.count else { return nil }
        let first = buffer[start + position]
        // Said at once, since a client that speaks TLS never sends a line's end.
        guard HeaderLines.isTokenByte(first) else {
            if first == 0x0D, buffer.count - start - position == 1 { return nil }
            throw RequestFailure("not a request")
        }
        let headStart = position
        while let end = newline() {
            scanned = end + 1
            guard end >= 3, buffer[start + end - 1] == 0x0D, buffer[start + end - 2] == 0x0A else { continue }
            headLength = scanned
            position = scanned
            return try withBytes(headStart..<scanned) { (bytes) throws(RequestFailure) in try RequestHead(bytes) }
        }
        scanned = buffer.count - start
        guard scanned <= Self.longestHead else { throw RequestFailure(status: 431, "a head too long") }
        return nil
    }
}

extension RequestParser {
    private mutating func finish(
        _ head: RequestHead, trailers: [(name: String, value: String)], body: Data, rawBody: Data?
    ) -> Request {
        let request = Request(
            head: head, trailers: trailers, body: body, rawHead: data(0..<headLength), rawBody: rawBody)
        start += position
        headLength = 0
        position = 0
        scanned = 0
        self.body = Data()
        stage = .head
        return request
    }

    /// Where the line at the position ends, behind its line feed, once the whole line is there.
    private mutating func lineEnd(limit: Int) throws(RequestFailure) -> Int? {
        guard let end = newline() else {
            scanned = buffer.count - start
            guard scanned - position <= limit else { throw RequestFailure(status: 431, "a line too long") }
            return nil
        }
        guard end > position, buffer[start + end - 1] == 0x0D else { throw RequestFailure("a line ends without CR") }
        scanned = end + 1
        return end + 1
    }

    private func chunkSize(_ range: Range<Int>) throws(RequestFailure) -> Int {
        try withBytes(range) { (bytes) throws(RequestFailure) in
            let digits = bytes.prefix { FormText.hexDigit($0) != nil }
            let rest = bytes.dropFirst(digits.count).drop { $0 == 0x20 || $0 == 0x09 }
            guard (1...15).contains(digits.count), rest.isEmpty || rest.first == 0x3B else {
                throw RequestFailure("a chunk's size is not a number")
            }
            return digits.reduce(0) { $0 << 4 | Int(FormText.hexDigit($1) ?? 0) }
        }
    }

    private func newline() -> Int? {
        buffer.withUnsafeBytes { HeaderLines.newline(in: $0, from: start + scanned) }.map { $0 - start }
    }

    private func data(_ range: Range<Int>) -> Data {
        withBytes(range) { Data($0) }
    }

    private func withBytes<Result, Failure: Error>(
        _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try buffer.withUnsafeBufferPointer { (bytes) throws(Failure) in
            let part = bytes[(start + range.lowerBound)..<(start + range.upperBound)]
            return try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: part)))
        }
    }
}
