import Endpoints
import LoopbackServer

/// An answer that is larger, or slower, than anybody wants to take.
enum SizeCase: String, Sendable, CaseIterable {
    case stall
    case declaredBody = "declared-body"
    case chunkedBody = "chunked-body"
    case endlessBody = "endless-body"
    case smallHeaders = "10000-small-headers"
    case largeHeaders = "10000-large-headers"
    case hugeHeader = "huge-header"
    case gzipBomb = "gzip-bomb-1gb"
    case largeGzipBomb = "gzip-bomb-4gb"

    /// The names of all cases.
    static let names = allCases.map(\.rawValue).joined(separator: "|")

    /// The size that the calls accept.
    static let limit = 1 << 20

    /// The time limit of an attempt.
    var timeout: Duration { self == .stall ? .milliseconds(500) : .seconds(30) }

    /// What the call has to come to.
    var expected: SizeOutcome {
        switch self {
        case .stall: .transport(.timedOut)
        case .declaredBody, .chunkedBody, .endlessBody, .gzipBomb, .largeGzipBomb: .response(.tooLarge)
        // The platform takes up to 300 KB of header fields, however many they are.
        case .smallHeaders: .success
        case .largeHeaders, .hugeHeader: .response(.headersTooLarge)
        }
    }

    /// The time by which the caller must have its answer; the platform needs a while for 10,000 header fields.
    var latest: Duration { self == .smallHeaders || self == .largeHeaders ? .seconds(15) : .seconds(5) }

    /// The number of connections that may be open when the session is over.
    ///
    /// FoundationNetworking never lets go of a session that has unpacked some 500 MB at a stretch, nor of its idle
    /// connection, whether the transfer is cancelled or not.
    var keptConnections: Int {
        switch self {
        case .gzipBomb: 1
        // One for each neighbour.
        case .largeGzipBomb: 2
        default: 0
        }
    }

    /// The server's answer.
    var reply: Reply {
        let zeros = Data(count: 1 << 16)
        switch self {
        case .stall:
            return Reply(steps: [
                .head(.init(status: 200, contentLength: 100)), .body(Data("part".utf8)), .awaitClientClose,
            ])
        case .declaredBody:
            return .stream(zeros, times: 1 << 14, headers: [("Content-Length", "\(1 << 30)")])
        case .chunkedBody:
            let chunk = Data("10000\r\n".utf8) + zeros + Data("\r\n".utf8)
            return .stream(chunk, times: .max, headers: [("Transfer-Encoding", "chunked")])
        case .endlessBody:
            return .stream(zeros, times: .max, headers: [("Connection", "close")])
        case .smallHeaders:
            return Reply(headers: Self.headers(valueLength: 4), body: "ok")
        case .largeHeaders:
            return Reply(headers: Self.headers(valueLength: 40), body: "ok")
        case .hugeHeader:
            return Reply(headers: [("X-Huge", String(repeating: "h", count: 1 << 20))], body: "ok")
        case .gzipBomb:
            // Less than the limit as long as it is packed.
            return GzipBomb(zeros: 1 << 30).reply(declaresLength: true)
        case .largeGzipBomb:
            return GzipBomb(zeros: 4 << 30).reply(declaresLength: false)
        }
    }

    private static func headers(valueLength: Int) -> [(String, String)] {
        (0..<10_000).map { ("X-Many-\($0)", String(repeating: "v", count: valueLength)) }
    }
}

extension Reply {
    /// A success whose body is the same bytes again and again, after which the connection ends.
    fileprivate static func stream(_ data: Data, times: Int, headers: [(String, String)]) -> Reply {
        Reply(steps: [.head(Head(status: 200, headers: headers)), .stream(data, times: times), .close])
    }
}
