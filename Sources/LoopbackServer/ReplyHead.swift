extension Reply {
    /// The status line and the headers of a response.
    package struct Head: Sendable {
        /// The status code.
        package let status: Int
        /// The reason phrase, or the usual one.
        package let reason: String?
        /// The header lines in their order.
        package let headers: [(String, String)]
        /// The length to declare when no header line tells how the body ends.
        package let contentLength: Int?

        /// Creates a head; without a length, none is declared but by the headers.
        package init(
            status: Int, reason: String? = nil, headers: [(String, String)] = [], contentLength: Int? = nil
        ) {
            self.status = status
            self.reason = reason
            self.headers = headers
            self.contentLength = contentLength
        }

        /// Whether this is the word before the final one.
        var isInterim: Bool {
            (100..<200).contains(status)
        }

        /// Whether a response to this method goes without a body.
        func omitsBody(method: String) -> Bool {
            method == "HEAD" || isInterim || status == 204 || status == 304
        }

        /// Whether the headers say that the connection ends with the response.
        var asksToClose: Bool {
            headers.contains { HeaderText.isSame($0.0, "Connection") && HeaderText.lists([$0.1], "close") }
        }

        /// Writes the head; `connection` is the word on the connection's end to add when the headers have none.
        func write(to output: inout OutputBuffer, connection: String?) {
            output.append("HTTP/1.1 ")
            output.append(String(status))
            output.append(" ")
            output.append(reason ?? StatusText.phrase(for: status))
            output.append("\r\n")
            var isFramed = isInterim || status == 204 || status == 304
            var saysConnection = isInterim
            for (name, value) in headers {
                switch name.utf8.count {
                case 10 where HeaderText.isSame(name, "Connection"): saysConnection = true
                case 14 where HeaderText.isSame(name, "Content-Length"): isFramed = true
                case 17 where HeaderText.isSame(name, "Transfer-Encoding"): isFramed = true
                default: break
                }
                output.append(name)
                output.append(": ")
                output.append(value)
                output.append("\r\n")
            }
            if !isFramed, let contentLength {
                output.append("Content-Length: ")
                output.append(String(contentLength))
                output.append("\r\n")
            }
            if !saysConnection, let connection {
                output.append("Connection: ")
                output.append(connection)
                output.append("\r\n")
            }
            output.append("\r\n")
        }
    }
}
