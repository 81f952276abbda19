/// What a server would have answered, or why it would not have.
public struct WireReply: Sendable {
    enum Content: Sendable {
        case answer(status: Int, headers: [String: String], body: Data)
        case failure(TransportFailure)
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
        WireReply(content: .answer(status: status, headers: headers, body: body))
    }

    /// An answer whose body is a text.
    public static func text(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> WireReply {
        .status(status, headers: headers, body: Data(text.utf8))
    }

    /// An answer whose body is a value's JSON.
    ///
    /// - Parameters:
    ///   - value: the body.
    ///   - status: 200 by default.
    ///   - headers: what is sent besides `Content-Type: application/json`.
    ///   - encoder: a plain one by default.
    /// - Throws: what the encoder throws.
    public static func json(
        _ value: some Encodable,
        status: Int = 200,
        headers: [String: String] = [:],
        encoder: JSONEncoder = JSONEncoder()
    ) throws -> WireReply {
        var fields = headers
        if !headers.keys.contains(where: { $0.lowercased() == "content-type" }) {
            fields["Content-Type"] = "application/json"
        }
        return .status(status, headers: fields, body: try encoder.encode(value))
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
    /// The status and the size of the body, or the failure; the rest may hold tokens.
    public var description: String {
        switch content {
        case .answer(let status, _, let body): "status \(status), \(body.count) bytes"
        case .failure(let failure): "\(failure.code)"
        }
    }

    /// What the description shows.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
