/// Sentences for status codes that a person can act on.
enum StatusText {
    /// What a refusal means, and what to do about it.
    static func sentence(for received: Received) -> String {
        let status = received.statusCode
        return switch status {
        case 304 where received.isAskedForChange:
            "Nothing has changed on the server. Use what you have (status 304)."
        case 304:
            "The server answered that nothing has changed, though the request has no condition. "
                + "Ask the server's owner, also about caches on the way (status 304)."
        case 400, 422: "The server did not accept the values of the request (status \(status))."
        case 401: "The server wants you to sign in (status 401)."
        case 403: "The server does not allow this (status 403)."
        case 404, 410: "The server does not have what was asked for (status \(status))."
        case 408: "The server waited too long for the request. Try again (status 408)."
        case 409: "The request contradicts the state on the server. Load it again and retry (status 409)."
        case 412: "The state on the server has changed in the meantime. Load it again and retry (status 412)."
        case 413: "The request is larger than the server accepts (status 413)."
        case 429: "There were too many requests. Wait and try again (status 429)."
        case 500...599: "The server has a problem. Try again later (status \(status))."
        // Every other policy has followed it, or failed.
        case 300...399 where received.isRedirect:
            "The server redirected the request, and redirectPolicy says not to follow. "
                + "Choose another policy, or read the Location field (status \(status))."
        case 300...399: "The server answered with a redirect that leads nowhere (status \(status))."
        case 200...299: "The server reported an error (status \(status))."
        default: "The server refused the request (status \(status))."
        }
    }
}

extension Received {
    /// Whether the request asked for an answer only if there is a newer one (RFC 9110 §15.4.5).
    fileprivate var isAskedForChange: Bool {
        context.request.headers.keys.contains { [.ifNoneMatch, .ifModifiedSince].contains(Header($0)) }
    }

    fileprivate var isRedirect: Bool { RedirectDecision.location(in: httpResponse) != nil }
}
