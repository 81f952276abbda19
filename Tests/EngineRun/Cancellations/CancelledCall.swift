import Endpoints
import LoopbackServer
import TestSupport

/// One call of the run, as the seed decided it.
struct CancelledCall: Sendable {
    /// When its task is cancelled.
    enum Moment: String, CaseIterable {
        case never, beforeStart, anyTime, waiting, inHead, inBody

        /// Whether the server holds its answer up there, until the connection is closed.
        var isHeld: Bool { self == .inHead || self == .inBody }

        /// Whether the call can't have been answered by then.
        var precedesAnswer: Bool { isHeld || self == .beforeStart }
    }

    let id: Int
    let moment: Moment
    /// How often the task that cancels lets others go first, after the moment has come.
    let patience: Int

    /// The text that the server answers it with.
    var answer: String { "well \(id)" }

    /// What the server is asked for.
    var name: String { "\(id).\(moment.rawValue)" }

    /// The calls of a run, in an order of the seed's.
    static func plan(seed: UInt64, count: Int, firstID: Int = 0) -> [CancelledCall] {
        var random = SplitMix64(seed: seed)
        return (0..<count).map { number in
            let moment = Moment.allCases[random.below(Moment.allCases.count)]
            // Most of a call's steps are over after a few turns; waiting for a connection takes longer.
            let longest = moment.isHeld ? 4 : moment == .waiting ? 400 : 60
            return CancelledCall(id: firstID + number, moment: moment, patience: random.below(longest))
        }
    }
}

/// Where the server holds up the answers to calls, so that they are cancelled exactly there.
final class HeldAnswers: Sendable {
    private let gates = Locked<[Int: Gate]>([:])

    /// The gate that the answer to a call will wait at.
    func gate(for call: CancelledCall) -> Gate {
        let gate = Gate()
        gates.withLock { $0[call.id] = gate }
        return gate
    }

    /// Forgets a call that has ended.
    ///
    /// Its gate stays shut: only the end of the connection ends the wait at it.
    func forget(_ call: CancelledCall) {
        gates.withLock { $0[call.id] = nil }
    }

    /// The answer to a request.
    func answer(_ request: Request) -> Reply {
        let words = request.path.dropFirst().split(separator: ".")
        guard words.count == 2, let id = Int(words[0]) else { return Reply(status: 404) }
        let text = "well \(id)"
        guard let gate = gates.withLock({ $0[id] }) else { return Reply(body: text) }
        let length = "Content-Length: \(text.utf8.count)\r\n"
        switch words[1] {
        case "inHead":
            return Reply(steps: [
                .send(Data("HTTP/1.1 200 OK\r\nX-Cu".utf8)), .wait(gate), .send(Data("t: 1\r\n\(length)\r\n".utf8)),
                .send(Data(text.utf8)),
            ])
        default: return .streamed([.text(String(text.prefix(2))), .gate(gate), .text(String(text.dropFirst(2)))])
        }
    }
}
