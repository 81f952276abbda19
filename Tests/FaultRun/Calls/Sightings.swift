import Endpoints
import LoopbackServer
import TestSupport

/// What the server saw of the calls, and how it answers them.
final class Sightings: Sendable {
    /// What the server saw of one call.
    struct Sighting: Sendable {
        var methods: [String] = []
        var keys: [String?] = []
        var bodies: [Data] = []

        /// How often the call arrived.
        var count: Int { methods.count }
    }

    private struct State: Sendable {
        var calls: [Int: Sighting] = [:]
        var strays: [String] = []
    }

    private let state = Locked(State())
    private let closedPort: ClosedPort

    init(closedPort: ClosedPort) {
        self.closedPort = closedPort
    }

    /// Requests that belong to no call.
    var strays: [String] { state.withLock { $0.strays } }

    subscript(_ call: Call) -> Sighting {
        state.withLock { $0.calls[call.id] } ?? Sighting()
    }

    /// Takes note of a request and answers it: with the call's fault as often as it strikes, then well.
    func answer(_ request: Request) -> Reply {
        let words = request.path.split(separator: "/")
        guard words.count == 4, words[0] == "calls", let id = Int(words[1]),
            let fault = Fault(rawValue: String(words[2])),
            let strikes = Int(words[3])
        else {
            state.withLock { $0.strays.append("\(request.method) \(request.target)") }
            return Reply(status: 404)
        }
        let count = state.withLock { state in
            state.calls[id, default: Sighting()].methods.append(request.method)
            state.calls[id, default: Sighting()].keys.append(request.header("Idempotency-Key"))
            state.calls[id, default: Sighting()].bodies.append(request.body)
            return state.calls[id]?.count ?? 0
        }
        return count <= strikes ? fault.reply(closedPort: closedPort.url) : Reply(body: "well \(id)")
    }
}
