/// Sentences for status codes that a person can act on.
enum StatusText {
    /// What a refusal with the status means, and what to do about it.
    static func sentence(for status: Int) -> String {
        switch status {
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
        case 300...399: "The server answered with a redirect that leads nowhere (status \(status))."
        case 200...299: "The server reported an error (status \(status))."
        default: "The server refused the request (status \(status))."
        }
    }
}
