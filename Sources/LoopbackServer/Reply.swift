package import Foundation

/// What the server does in answer to a request, as a script of steps.
package struct Reply: Sendable {
    /// One step of the script.
    package enum Step: Sendable {
        /// Sends a status line and headers, worded to fit the request.
        case head(Head)
        /// Sends content, unless the head before it goes without any.
        case body(Data)
        /// Sends bytes just as they are.
        case send(Data)
        /// Sends bytes just as they are, again and again, no faster than the client takes them.
        case stream(Data, times: Int)
        /// Goes on when the gate is open.
        case wait(Gate)
        /// Goes on after a time; it is there for slow bodies.
        case pause(Duration)
        /// Ends the connection in an orderly way.
        case close
        /// Breaks the connection off.
        case reset
        /// Does nothing more until the client closes the connection.
        case awaitClientClose
    }

    /// The steps in their order.
    package var steps: [Step]

    /// Creates a reply from its steps.
    package init(steps: [Step]) {
        self.steps = steps
    }

    /// Creates a whole response; the length and the reason phrase are added unless they are given.
    package init(
        status: Int = 200, reason: String? = nil, headers: [(String, String)] = [], body: Data = Data()
    ) {
        let head = Head(status: status, reason: reason, headers: headers, contentLength: body.count)
        steps = [.head(head), .body(body)]
    }

    /// Creates a whole response with a text as its body.
    package init(status: Int = 200, reason: String? = nil, headers: [(String, String)] = [], body: String) {
        self.init(status: status, reason: reason, headers: headers, body: Data(body.utf8))
    }

    /// The same reply, begun only when the gate is open.
    package func delayed(behind gate: Gate) -> Reply {
        Reply(steps: [.wait(gate)] + steps)
    }

    /// The same reply with another after it, such as the final one after an interim one.
    package func then(_ next: Reply) -> Reply {
        Reply(steps: steps + next.steps)
    }
}
