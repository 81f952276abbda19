/// A declaration, or the values put into it, that can't become a request.
///
/// Nothing has been sent.
public indirect enum EndpointError: Error, Sendable {
    /// The server has no base URL for the environment, which is named with its type, as in `TypicalEnvironments.staging`.
    case missingBaseURL(server: String, environment: String)
    /// A base URL that no request can be sent to.
    case invalidBaseURL(String, reason: String)
    /// The finished text is not an absolute `http` or `https` URL.
    case invalidURL(String)
    /// The server's `process` changed the origin of the URL.
    case foreignURL(String)
    /// The literal text of a path is wrong.
    case invalidPathTemplate(String, reason: String)
    /// The value for a hole of a path, counted from 1, can't stand there.
    case invalidPathValue(String, hole: Int, reason: String)
    /// A query item or form field whose value has no text.
    case invalidParameter(String, reason: String)
    /// A request method that is not a token (RFC 9110 §9.1).
    case invalidMethod(String)
    /// A header field whose name or value may not be sent (RFC 9110 §5.5); the value is not shown.
    case invalidHeader(String, reason: String)
    /// A header field that is declared twice, perhaps in two spellings.
    case duplicateHeader(String)
    /// A body, or form fields, with a method that carries none.
    case bodyNotAllowed(method: String)
    /// An endpoint with both a `body` and form fields.
    case bodyAndForm(endpoint: String)
    /// A body that its encoder refused.
    case bodyNotEncodable(endpoint: String, underlying: any Error)
}

extension EndpointError: LocalizedError, CustomStringConvertible, CustomReflectable {
    /// The sentence; an encoder's error may hold the body.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }

    /// What is wrong, where, and how to mend it.
    public var errorDescription: String? { description }

    /// What is wrong, where, and how to mend it.
    public var description: String {
        switch self {
        case .missingBaseURL(let server, let environment):
            "\(server) has no base URL for the environment \(environment). "
                + "Add it to baseURLs or to baseURL(for:)."
        case .invalidBaseURL(let url, let reason):
            "The base URL “\(url)” can't be used: \(reason)."
        case .invalidURL(let url):
            "“\(url)” is not an absolute http or https URL without user name and password."
        case .foreignURL(let url):
            "process(_:) moved the request to another origin (“\(url)”). "
                + "Use a base URL for that instead."
        case .invalidPathTemplate(let template, let reason):
            "The path “\(template)” can't be used: \(reason)."
        case .invalidPathValue(let template, let hole, let reason):
            "The value for {\(hole)} in the path “\(template)” can't be used: \(reason)."
        case .invalidParameter(let name, let reason):
            "The parameter “\(name)” can't be sent: \(reason)."
        case .invalidMethod(let method):
            "“\(method.escapedForDisplay)” is not a request method: it may hold letters, digits and "
                + "!#$%&'*+-.^_`|~ only."
        case .invalidHeader(let name, let reason):
            "The header “\(name.escapedForDisplay)” can't be sent: \(reason)."
        case .duplicateHeader(let name):
            "The header “\(name.escapedForDisplay)” is declared twice. Header names ignore case; declare it once."
        case .bodyNotAllowed(let method):
            "A \(method) request carries no body. Use another method, or send the values as query items."
        case .bodyAndForm(let endpoint):
            "\(endpoint) has both a body and form fields. A property named body is sent as the body; "
                + "rename it, or remove the form fields."
        case .bodyNotEncodable(let endpoint, let underlying):
            "The body of \(endpoint) could not be encoded: \(ErrorText.sentence(of: underlying))"
        }
    }
}
