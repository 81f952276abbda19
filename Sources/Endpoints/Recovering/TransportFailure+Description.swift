extension TransportFailure: LocalizedError, CustomStringConvertible, CustomDebugStringConvertible {
    /// What happened, and what to do about it.
    public var errorDescription: String? { description }

    /// What happened, and what to do about it.
    public var description: String {
        let sentence = sentence
        guard let detail else { return sentence }
        return "\(sentence) (\(detail))"
    }

    /// The sentence, and the story of the call.
    public var debugDescription: String {
        (["\(description) [\(code)]"] + (context.map { ["\($0)"] } ?? [])).joined(separator: "\n")
    }

    private var sentence: String {
        switch code {
        case .cancelled: "The call was cancelled."
        case .timedOut: "The server took too long to answer. Try again later."
        case .deadlineExceeded: "The call took longer than it may. Try again later, or give it a longer deadline."
        case .offline: "There is no network connection. Connect and try again."
        case .cannotFindHost: "The server's name could not be found. Check the address and the connection."
        case .cannotConnect: "The server could not be reached. Check the address and the connection."
        case .cannotConnectToProxy: "The proxy could not be reached. Check its address and the connection."
        case .proxyRefused: "The proxy doesn't let the request through to the server."
        case .proxyAuthenticationRequired:
            "The proxy asks for a user name and password. Add them to its address, such as http://user:password@proxy:3128."
        case .connectionLost: "The connection broke before the answer was complete. Try again."
        case .secureConnectionFailed: "A secure connection could not be made."
        case .certificateExpired:
            "The server's certificate is not valid at this time. Check the clock, or tell the server's owner."
        case .certificateHostMismatch: "The server's certificate belongs to another host. Check the address."
        case .certificateUntrusted: "The server's certificate is not trusted."
        case .certificatePinMismatch:
            "The server's certificate has none of the pinned keys. Check the network, or update the pins."
        case .clientCertificateRequired:
            "The server asks for a client certificate. Give one to the session's TransportSecurity."
        case .clientCertificateRejected: "The server doesn't accept the client certificate."
        case .forbiddenByTransportSecurity:
            "App Transport Security forbids the connection. Use https, or add an exception to the app's Info.plist."
        case .invalidResponse: "The server's answer is not proper HTTP."
        case .headersTooLarge: "The header fields of the server's answer are larger than can be read."
        case .tooLarge: "The server's answer is larger than the call accepts."
        case .tooManyRedirects: "The server redirected the request more than ten times."
        case .insecureRedirect: "The server redirected the request from https to http, which is not followed."
        case .invalidRedirect: "The server redirected the request to an address that can't be followed."
        case .foreignRedirect:
            "The server redirected the request to another origin, where it is not to go."
        case .redirectNeedsBody:
            "The server wants the request at another address, where this call can't send it. Use response(with:)."
        case .unsupportedSession:
            detail == nil
                ? "A session with a background identifier can't carry endpoint calls. Use another session."
                : "The session's configuration can't be used. Make another session."
        case .networkForbidden:
            "No call may go to the network here, and this endpoint has no mock. Register one, or allow the network."
        case .forkedProcess:
            "The process is a fork of one that has used the network. Start a program in it (exec), or fork before the first call."
        case .sessionInvalidated: "The session has been invalidated. Use a session that is still in use."
        default: urlError.map { "The request failed: \($0.localizedDescription)" } ?? "The request failed (\(code))."
        }
    }
}
