import LoopbackServer

/// What a browser shows at the end of a sign-in.
enum SignInPage: Sendable {
    case succeeded
    case failed
    case used
    case foreign
    case unknown

    private var words: (title: String, text: String) {
        switch self {
        case .succeeded: ("You are signed in", "You can close this window and go back to the program.")
        case .failed: ("The sign-in did not succeed", "Go back to the program, which says why, and try again.")
        case .used: ("This sign-in has ended", "You can close this window.")
        case .foreign: ("Not here", "This address belongs to a program on this computer.")
        case .unknown: ("Nothing here", "There is no such page.")
        }
    }

    /// A page that a screen reader announces, in the colours that the user prefers.
    var html: String {
        let (title, text) = words
        return """
            <!doctype html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>
            <meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
            <style>body{font:1.1em/1.5 system-ui,sans-serif;max-width:34em;margin:4em auto;padding:0 1em}</style></head>
            <body><main role="status"><h1>\(title)</h1><p>\(text)</p></main></body></html>
            """
    }
}

extension Reply {
    /// A page that nobody keeps, and that loads nothing.
    static func page(_ page: SignInPage, status: Int = 200, headers: [(String, String)] = []) -> Reply {
        Reply(
            status: status,
            headers: [
                ("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store"),
                ("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
                ("Referrer-Policy", "no-referrer"), ("X-Content-Type-Options", "nosniff"), ("Connection", "close"),
            ] + headers,
            body: page.html
        )
    }
}
