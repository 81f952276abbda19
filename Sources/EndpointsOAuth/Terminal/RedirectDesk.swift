import LoopbackServer

/// Decides about the requests that come to the port of a sign-in.
final class RedirectDesk: Sendable {
    /// The code of the redirect, or why there is none.
    let code = SharedResult<String>()
    /// Whether the sign-in has succeeded, once that is known.
    let page = SharedResult<Bool>()

    private struct State: Sendable {
        var port = 0
        var attempt: AuthorizationAttempt?
    }

    private let path: String
    private let state = Locked(State())

    init(path: String) {
        self.path = path
    }

    func open(at port: Int) {
        state.withLock { $0.port = port }
    }

    func begin(_ attempt: AuthorizationAttempt) {
        state.withLock { $0.attempt = attempt }
    }

    /// Answers a request; the redirect's answer waits until the sign-in has come to its end.
    func reply(to request: Request) async -> Reply {
        let (port, attempt) = state.withLock { ($0.port, $0.attempt) }
        // A page of somebody else's may have its own name lead here (DNS rebinding).
        guard ["127.0.0.1:\(port)", "localhost:\(port)"].contains(request.header("Host")?.lowercased()) else {
            return .page(.foreign, status: 403)
        }
        guard request.path == path else { return .page(.unknown, status: 404) }
        guard request.method == "GET" else { return .page(.unknown, status: 405, headers: [("Allow", "GET")]) }
        guard let attempt, let url = URL(string: "http://127.0.0.1:\(port)\(request.target)") else {
            return .page(.unknown, status: 404)
        }
        switch attempt.handle(redirect: url) {
        case .notMine:
            return .page(.used, status: 410)
        case .failure(let error):
            code.settle(.failure(error))
        case .code(let text):
            code.settle(.success(text))
        }
        return .page((try? await page.value()) == true ? .succeeded : .failed)
    }
}
