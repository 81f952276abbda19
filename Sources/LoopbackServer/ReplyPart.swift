package import Foundation

extension Reply {
    /// A piece of a body that is sent in several goes.
    package enum Part: Sendable, ExpressibleByStringLiteral {
        /// Bytes of the body.
        case data(Data)
        /// Goes on when the gate is open.
        case gate(Gate)
        /// Goes on after a time.
        case pause(Duration)
        /// Ends the connection in the middle of the body.
        case close
        /// Breaks the connection off in the middle of the body.
        case reset

        /// A text as bytes of the body.
        package init(stringLiteral text: String) {
            self = .text(text)
        }

        /// A text as bytes of the body.
        package static func text(_ text: String) -> Part {
            .data(Data(text.utf8))
        }

        /// The number of body bytes.
        var length: Int {
            if case .data(let data) = self { return data.count }
            return 0
        }

        /// The step of the script, with what is done to the bytes.
        func step(framing: (Data) -> Data) -> Step {
            switch self {
            case .data(let data): .body(framing(data))
            case .gate(let gate): .wait(gate)
            case .pause(let time): .pause(time)
            case .close: .close
            case .reset: .reset
            }
        }
    }
}
