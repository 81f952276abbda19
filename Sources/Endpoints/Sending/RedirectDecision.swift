/// What becomes of an answer that may be a redirect (RFC 9110 §15.4).
enum RedirectDecision: Sendable {
    /// It is the answer.
    case deliver
    /// It leads to another request.
    ///
    /// Credentials are gone from it when the origin is another.
    case follow(URLRequest, isForeign: Bool)
    /// It must not be followed.
    case refuse(TransportFailure)

    /// The number of redirects that one attempt follows.
    static let limit = 10

    /// Decides about an answer.
    ///
    /// - Parameters:
    ///   - response: the answer.
    ///   - request: the request that it answers.
    ///   - credentials: what has to stay at the request's origin.
    ///   - hidesBody: whether the body is a secret, which has to stay at the request's origin too.
    ///   - policy: which redirects are followed.
    ///   - hops: the number of redirects that were followed before.
    static func decide(
        about response: HTTPURLResponse,
        to request: URLRequest,
        carrying credentials: Credentials,
        hidesBody: Bool = false,
        by policy: RedirectPolicy,
        hops: Int
    ) -> RedirectDecision {
        guard policy != .never, let location = Self.location(in: response), let current = request.url,
            let origin = Origin(current)
        else { return .deliver }
        // An empty reference is the same document (RFC 3986 §4.4); Foundation knows no empty URL.
        guard let target = location.isEmpty ? current : URL(string: location, relativeTo: current)?.absoluteURL,
            let targetOrigin = Origin(target), targetOrigin.isHTTP, !targetOrigin.hasUserInfo,
            // A server on the network has no business with the sockets of this machine, and one behind a socket means
            // itself by `localhost`.
            !targetOrigin.isUnixSocket && !origin.isUnixSocket || targetOrigin == origin
        else { return .refuse(TransportFailure(code: .invalidRedirect)) }
        let shown = Redaction.url(target, hiding: credentials)
        guard targetOrigin.isSecure || !origin.isSecure else {
            return .refuse(TransportFailure(code: .insecureRedirect, detail: shown))
        }
        let isForeign = targetOrigin != origin
        guard !isForeign || policy != .sameOrigin else {
            return .refuse(
                TransportFailure(code: .foreignRedirect, detail: "\(shown), which redirectPolicy does not follow"))
        }
        guard hops < limit else { return .refuse(TransportFailure(code: .tooManyRedirects, detail: shown)) }
        var next = request
        next.url = target.withLowercaseScheme
        next.rewriteMethod(for: response.statusCode)
        guard next.httpBodyStream == nil else {
            return .refuse(TransportFailure(code: .redirectNeedsBody, detail: shown))
        }
        guard !isForeign || !hidesBody || next.httpBody == nil else {
            return .refuse(TransportFailure(code: .foreignRedirect, detail: "\(shown), and the body is a secret"))
        }
        if isForeign { next.strip(credentials) } else { next.restoreQueryItems(of: credentials) }
        return .follow(next, isForeign: isForeign)
    }

    /// Where an answer leads; nil when it is no redirect.
    ///
    /// White space around it is no part of the field's value (RFC 9110 §5.5), but some of it comes along.
    static func location(in response: HTTPURLResponse) -> String? {
        guard [301, 302, 303, 307, 308].contains(response.statusCode) else { return nil }
        return response.value(forHTTPHeaderField: Header.location.name)?
            .trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
    }
}

extension URLRequest {
    /// 303 asks for another resource; 301 and 302 turn a POST into a GET, as everybody does; 307 and 308 change nothing.
    fileprivate mutating func rewriteMethod(for status: Int) {
        let method = httpMethod ?? "GET"
        let becomesGet = status == 303 ? method != "HEAD" : (status == 301 || status == 302) && method == "POST"
        guard becomesGet else { return }
        httpMethod = status == 303 && method == "GET" ? method : "GET"
        httpBody = nil
        httpBodyStream = nil
        for name in ["Content-Type", "Content-Encoding", "Content-Language", "Content-Location", "Content-Length"] {
            setValue(nil, forHTTPHeaderField: name)
        }
    }

    /// Takes off everything that belongs to the origin that the request was made for.
    fileprivate mutating func strip(_ credentials: Credentials) {
        for name in (allHTTPHeaderFields ?? [:]).keys
        where credentials.contains(header: name) || Redaction.isSensitive(header: name) || Header(name) == .host {
            setValue(nil, forHTTPHeaderField: name)
        }
        rewriteQuery { items in items.filter { !credentials.contains(item: $0) } }
    }

    /// A credential in the query belongs to every request to the origin, also where a redirect's target omits it.
    fileprivate mutating func restoreQueryItems(of credentials: Credentials) {
        guard !credentials.queryItems.isEmpty else { return }
        rewriteQuery { items in
            let names = Set(items.map { Self.name(of: $0) })
            return items + credentials.queryItems.sorted().filter { !names.contains(Self.name(of: $0)) }
        }
    }

    private static func name(of item: String) -> String {
        let name = item.prefix { $0 != "=" }
        return name.removingPercentEncoding ?? String(name)
    }

    private mutating func rewriteQuery(_ change: ([String]) -> [String]) {
        guard let text = url?.absoluteString else { return }
        let withoutFragment = text.prefix { $0 != "#" }
        let path = withoutFragment.prefix { $0 != "?" }
        let items = withoutFragment.dropFirst(path.count + 1).split(separator: "&").map(String.init)
        let changed = change(items)
        guard changed != items,
            let rewritten = URL(string: changed.isEmpty ? String(path) : "\(path)?\(changed.joined(separator: "&"))")
        else { return }
        url = rewritten
    }
}
