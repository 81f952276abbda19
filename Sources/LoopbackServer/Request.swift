package import Foundation

/// A request as the server received it.
package struct Request: Sendable {
    /// The method, as on the wire.
    package let method: String
    /// The request target, as on the wire.
    package let target: String
    /// The protocol version, such as `HTTP/1.1`.
    package let version: String
    /// The header lines in the order of the wire, without the white space around the values.
    package let headers: [(name: String, value: String)]
    /// The lines that followed a chunked body.
    package let trailers: [(name: String, value: String)]
    /// The content, with the chunk framing taken off.
    package let body: Data
    /// The number of the connection it came by, counted from 0; two requests with the same number shared one.
    package internal(set) var connection = 0
    /// The request's place in the order of arrival at the server, counted from 0.
    package internal(set) var number = 0

    private let rawHead: Data
    private let rawBody: Data?

    /// Puts a request together from its parts; `rawBody` is given when it differs from `body`.
    init(
        head: RequestHead, trailers: [(name: String, value: String)] = [], body: Data = Data(), rawHead: Data,
        rawBody: Data? = nil
    ) {
        method = head.method
        target = head.target
        version = head.version
        headers = head.headers
        self.trailers = trailers
        self.body = body
        self.rawHead = rawHead
        self.rawBody = rawBody
    }

    /// The bytes exactly as they were received, head and body with its framing.
    package var bytes: Data {
        rawHead + (rawBody ?? body)
    }

    /// The target up to the question mark, as on the wire.
    package var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// The target after the question mark, as on the wire, or nothing without one.
    package var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// The body as text.
    package var bodyText: String {
        String(decoding: body, as: UTF8.self)
    }

    /// The names and values of the query, decoded.
    package var queryItems: [(name: String, value: String)] {
        FormText.items(of: query ?? "")
    }

    /// The names and values of a form in the body, decoded.
    package var formItems: [(name: String, value: String)] {
        FormText.items(of: bodyText)
    }

    /// The value of the first header line with this name, in any case.
    package func header(_ name: String) -> String? {
        headers.first { HeaderText.isSame($0.name, name) }?.value
    }

    /// The values of all header lines with this name, in any case.
    package func headerValues(_ name: String) -> [String] {
        headers.filter { HeaderText.isSame($0.name, name) }.map(\.value)
    }

    /// Whether the client lets the connection stay open after the reply.
    var keepsConnection: Bool {
        let options = headerValues("Connection")
        if version == "HTTP/1.0" {
            return HeaderText.lists(options, "keep-alive")
        }
        return !HeaderText.lists(options, "close")
    }
}
