import Endpoints
import LoopbackServer

/// What the server does to a request.
enum ServerFault: String, Sendable, CaseIterable {
    case none, resetAtOnce, closedAtOnce, resetInHead, closedInHead, resetInBody, truncated, truncatedChunks, badChunk
    case slowPieces, badGzip, cutGzip, largeBody, largeChunks, endlessBody, redirect, redirectLoop

    /// The size that the calls accept.
    static let limit = 1 << 16

    /// What a request that meets it comes to.
    var outcome: FaultOutcome {
        switch self {
        case .none, .slowPieces, .redirect: .success
        case .resetAtOnce, .closedAtOnce, .resetInHead, .closedInHead, .resetInBody, .truncated, .truncatedChunks,
            .cutGzip:
            .transport(.connectionLost)
        case .badChunk, .badGzip: .transport(.invalidResponse)
        case .largeBody, .largeChunks, .endlessBody: .response(.tooLarge)
        case .redirectLoop: .transport(.tooManyRedirects)
        }
    }

    /// The server's answer to a request with this name.
    func reply(to name: String) -> Reply {
        let text = "well \(name)"
        let pieces = text.map { Data("\($0)".utf8) }
        let block = Data(count: 1 << 16)
        switch self {
        case .none: return Reply(body: text)
        case .resetAtOnce: return .reset
        case .closedAtOnce: return .close
        case .resetInHead: return Reply(steps: [.send(Data("HTTP/1.1 200 OK\r\nX-Cu".utf8)), .reset])
        case .closedInHead: return Reply(steps: [.send(Data("HTTP/1.1 200 OK\r\nX-Cu".utf8)), .close])
        case .resetInBody: return .streamed(["part", .reset, "rest"])
        case .truncated: return .truncated
        case .truncatedChunks: return .chunked(["part", .close])
        case .badChunk: return .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\npart\r\nxyz\r\n")
        case .slowPieces: return .chunked(pieces.flatMap { [.data($0), .pause(.milliseconds(1))] })
        case .badGzip: return Reply(headers: [("Content-Encoding", "gzip")], body: "this was never packed")
        // The head of a stream, and the first byte of what has to follow.
        case .cutGzip:
            return Reply(
                headers: [("Content-Encoding", "gzip")], body: Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF, 0x4B]))
        case .largeBody: return Self.stream(block, times: 1 << 10, [("Content-Length", "\(1 << 26)")])
        case .largeChunks:
            let chunk = Data("10000\r\n".utf8) + block + Data("\r\n".utf8)
            return Self.stream(chunk, times: .max, [("Transfer-Encoding", "chunked")])
        case .endlessBody: return Self.stream(block, times: .max, [("Connection", "close")])
        case .redirect: return .redirect(to: "/\(name.replacingOccurrences(of: rawValue, with: "none"))", status: 307)
        case .redirectLoop: return .redirect(to: "/\(name)", status: 307)
        }
    }

    private static func stream(_ data: Data, times: Int, _ headers: [(String, String)]) -> Reply {
        Reply(steps: [.head(.init(status: 200, headers: headers)), .stream(data, times: times), .close])
    }
}

/// What a call came to.
enum FaultOutcome: Sendable, Hashable {
    case success
    case transport(TransportFailure.Code)
    case response(ResponseFailure.Code)
    case other(String)

    init(_ result: Result<String, EndpointTaskError<EmptyResponse>>, expecting text: String) {
        switch result {
        case .success(let answer): self = answer == text ? .success : .other("the answer \(answer)")
        case .failure(.transportError(let failure)): self = .transport(failure.code)
        case .failure(.unreadableResponse(let failure)): self = .response(failure.code)
        case .failure(let error): self = .other("\(error)")
        }
    }
}
