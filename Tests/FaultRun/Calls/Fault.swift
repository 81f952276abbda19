import Endpoints
import LoopbackServer

/// What the server does to a call.
enum Fault: String, Sendable, CaseIterable {
    case none, refused, closedAtOnce, resetAtOnce, resetInHead, resetInBody, truncated, truncatedChunks, stall,
        unavailable, tooMany, tooManyNow
    case garbage

    /// What a call comes to that meets it in every attempt.
    var outcome: Outcome {
        switch self {
        case .none: .success
        case .refused: .transport(.cannotConnect)
        case .closedAtOnce, .resetAtOnce, .resetInHead, .resetInBody, .truncated, .truncatedChunks:
            .transport(.connectionLost)
        case .stall: .transport(.timedOut)
        case .unavailable: .status(503)
        case .tooMany, .tooManyNow: .status(429)
        case .garbage: .transport(.invalidResponse)
        }
    }

    /// Whether every attempt that meets it is one that the call knows of.
    ///
    /// When a kept connection breaks before anything has come back, the platform may repeat a harmless request by itself.
    var isCounted: Bool {
        switch self {
        case .none, .refused, .unavailable, .tooMany, .tooManyNow, .garbage: true
        case .closedAtOnce, .resetAtOnce, .resetInHead, .resetInBody, .truncated, .truncatedChunks, .stall: false
        }
    }

    /// The server's answer; `closedPort` is the address that nobody listens at.
    func reply(closedPort: URL) -> Reply {
        switch self {
        case .none: Reply(body: "well")
        case .refused: .redirect(to: "\(closedPort.absoluteString)/nobody", status: 307)
        case .closedAtOnce: .close
        case .resetAtOnce: .reset
        case .resetInHead:
            // Without a length in it, a head that is cut off kills the process inside FoundationNetworking.
            Reply(steps: [.send(Data("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-Cu".utf8)), .reset])
        case .resetInBody: .streamed(["part", .reset, "rest"])
        case .truncated: .truncated
        case .truncatedChunks: .chunked(["part", .close])
        case .stall: .silence
        case .unavailable: Reply(status: 503, body: "{}")
        case .tooMany: Reply(status: 429, body: "{}")
        case .tooManyNow: Reply(status: 429, headers: [("Retry-After", "0")], body: "{}")
        case .garbage: .raw("HELLO WORLD\r\n\r\n")
        }
    }
}

/// What a call came to.
enum Outcome: Sendable, Hashable {
    case success
    case transport(TransportFailure.Code)
    case status(Int)
    case other(String)

    init(_ result: Result<String, EndpointTaskError<EmptyResponse>>, of call: Call) {
        switch result {
        case .success(let text): self = text == call.answer ? .success : .other("the answer \(text)")
        case .failure(.transportError(let failure)): self = .transport(failure.code)
        case .failure(.errorResponse(_, let received)): self = .status(received.statusCode)
        case .failure(let error): self = .other("\(error)")
        }
    }
}
