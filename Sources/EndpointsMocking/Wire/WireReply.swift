/// What a server would have answered, or why it would not have.
public struct WireReply: Sendable {
    enum Content: Sendable {
        case answer(status: Int, headers: [String: String], body: Body)
        case failure(TransportFailure)
    }

    enum Body: Sendable {
        case data(Data)
        /// A value that the server of the answered call encodes; which one that is, isn't known before.
        case json(any Encodable & Sendable)
    }

    let content: Content
    /// The time before it comes, on the clock of the mocks.
    public var delay: Duration = .zero

    /// An answer.
    ///
    /// - Parameters:
    ///   - status: the status code.
    ///   - headers: none by default.
    ///   - body: empty by default.
    public static func status(_ status: Int, headers: [String: String] = [:], body: Data = Data()) -> WireReply {
        WireReply(content: .answer(status: status, headers: headers, body: .data(body)))
    }

    /// An answer whose body is a text.
    public static func text(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> WireReply {
        .status(status, headers: headers, body: Data(text.utf8))
    }

    /// An answer whose body is a value's JSON, as the server of the answered call writes it.
    ///
    /// The value is encoded when a call is answered, by the `encoder` of the server that the call's endpoint declares, so
    /// keys and dates are what the endpoint reads. A value that can't be encoded fails the call with the code
    /// ``TransportFailure/Code/other``.
    ///
    /// - Parameters:
    ///   - value: the body.
    ///   - status: 200 by default.
    ///   - headers: what is sent besides `Content-Type: application/json`.
    ///   - encoder: the server's when it is nil, the default. A given one encodes the value at once.
    /// - Throws: what a given encoder throws.
    public static func json(
        _ value: some Encodable & Sendable,
        status: Int = 200,
        headers: [String: String] = [:],
        encoder: JSONEncoder? = nil
    ) throws -> WireReply {
        var fields = headers
        if !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
            fields["Content-Type"] = "application/json"
        }
        let body = if let encoder { Body.data(try encoder.encode(value)) } else { Body.json(value) }
        return WireReply(content: .answer(status: status, headers: fields, body: body))
    }

    /// No answer: the connection failed.
    public static func failure(_ code: TransportFailure.Code) -> WireReply {
        WireReply(content: .failure(TransportFailure(code: code)))
    }

    /// The same, later.
    public func delayed(by delay: Duration) -> WireReply {
        var delayed = self
        delayed.delay = delay
        return delayed
    }
}

extension WireReply: CustomStringConvertible, CustomReflectable {
    /// The status and the size of the body or its type, or the failure; the rest may hold tokens.
    public var description: String {
        switch content {
        case .answer(let status, _, .data(let body)): "status \(status), \(body.count) bytes"
        case .answer(let status, _, .json(let value)): "status \(status), JSON of a value of type \(type(of: value))"
        case .failure(let failure): "\(failure.code)"
        }
    }

    /// What the description shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
