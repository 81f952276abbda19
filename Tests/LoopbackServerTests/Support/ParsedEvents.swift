import LoopbackServer

/// What a parser makes of bytes, cut where a test wants.
struct ParsedEvents {
    /// The requests in their order.
    var requests: [Request] = []
    /// Why bytes were refused.
    var failures: [RequestFailure] = []
    /// How often a sender waited for a word.
    var continues = 0
    /// Whether nothing was left over.
    var isAtBoundary = true

    /// Parses the pieces one after the other.
    init(_ pieces: [[UInt8]]) {
        var parser = RequestParser()
        for piece in pieces {
            piece.withUnsafeBytes { parser.append($0) }
            while let event = parser.next() {
                switch event {
                case .expectsContinue: continues += 1
                case .request(let request): requests.append(request)
                case .failed(let failure): failures.append(failure)
                }
            }
        }
        isAtBoundary = parser.isAtBoundary
    }

    /// Parses a text in one piece.
    init(_ text: String) {
        self.init([Array(text.utf8)])
    }
}
