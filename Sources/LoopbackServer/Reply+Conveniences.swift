package import Foundation

extension Reply {
    /// Takes the request and never answers, until the client closes the connection.
    package static var silence: Reply {
        Reply(steps: [.awaitClientClose])
    }

    /// Breaks the connection off without an answer.
    package static var reset: Reply {
        Reply(steps: [.reset])
    }

    /// Ends the connection without an answer.
    package static var close: Reply {
        Reply(steps: [.close])
    }

    /// Declares more content than it sends, then ends the connection.
    package static var truncated: Reply {
        truncated("partial")
    }

    /// Sends the text, `missing` bytes fewer than it declares, then ends the connection.
    package static func truncated(_ text: String, missing: Int = 10, status: Int = 200) -> Reply {
        let body = Data(text.utf8)
        return Reply(steps: [
            .head(Head(status: status, contentLength: body.count + missing)), .body(body), .close,
        ])
    }

    /// A response with a JSON text.
    package static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> Reply {
        Reply(status: status, headers: [("Content-Type", "application/json")] + headers, body: text)
    }

    /// A response without content.
    package static func empty(_ status: Int = 204, headers: [(String, String)] = []) -> Reply {
        Reply(status: status, headers: headers)
    }

    /// A redirect to another place.
    package static func redirect(
        to location: String, status: Int = 302, headers: [(String, String)] = []
    ) -> Reply {
        Reply(status: status, headers: [("Location", location)] + headers)
    }

    /// A chunked response with one chunk for each data.
    package static func chunked(
        _ chunks: [Data], status: Int = 200, headers: [(String, String)] = [], trailers: [(String, String)] = []
    ) -> Reply {
        chunked(chunks.map { .data($0) }, status: status, headers: headers, trailers: trailers)
    }

    /// A chunked response with gates and pauses between its chunks.
    package static func chunked(
        _ parts: [Part], status: Int = 200, headers: [(String, String)] = [], trailers: [(String, String)] = []
    ) -> Reply {
        let head = Head(status: status, headers: headers + [("Transfer-Encoding", "chunked")])
        let steps = parts.map { part in
            part.step { data in
                // An empty chunk would be the end of the body.
                data.isEmpty ? data : Data("\(String(data.count, radix: 16))\r\n".utf8) + data + Data("\r\n".utf8)
            }
        }
        let end = "0\r\n" + trailers.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
        return Reply(steps: [.head(head)] + steps + [.body(Data(end.utf8))])
    }

    /// A response of known length with gates and pauses between its parts.
    package static func streamed(
        _ parts: [Part], status: Int = 200, headers: [(String, String)] = []
    ) -> Reply {
        let length = parts.reduce(0) { $0 + $1.length }
        let head = Head(status: status, headers: headers, contentLength: length)
        return Reply(steps: [.head(head)] + parts.map { $0.step { $0 } })
    }

    /// A response whose body ends with the connection.
    package static func untilClose(
        _ body: String, status: Int = 200, headers: [(String, String)] = []
    ) -> Reply {
        let head = Head(status: status, headers: headers + [("Connection", "close")])
        return Reply(steps: [.head(head), .body(Data(body.utf8)), .close])
    }

    /// Bytes just as they are, for what no well-formed response can say.
    package static func raw(_ bytes: Data, thenClose: Bool = true) -> Reply {
        Reply(steps: [.send(bytes)] + (thenClose ? [.close] : []))
    }

    /// A text just as it is, for what no well-formed response can say.
    package static func raw(_ text: String, thenClose: Bool = true) -> Reply {
        raw(Data(text.utf8), thenClose: thenClose)
    }
}
