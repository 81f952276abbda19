/// A session's cookie storage, used by us: libcurl's engine has none, and FoundationNetworking overwrites an explicit
/// `Cookie` field.
struct CookieJar: Sendable {
    /// Redacted, since a storage shows its cookies.
    private let storage: Redacted<HTTPCookieStorage>
    private let policy: HTTPCookie.AcceptPolicy
    private let sendsCookies: Bool

    /// The storage that a configuration names; nil when it has none.
    init?(_ configuration: URLSessionConfiguration) {
        guard let storage = configuration.httpCookieStorage else { return nil }
        self.storage = Redacted(storage)
        policy = configuration.httpCookieAcceptPolicy
        sendsCookies = configuration.httpShouldSetCookies
    }

    /// The request with the stored cookies for its URL.
    ///
    /// A `Cookie` field that is there already stays as it is.
    func adding(to request: URLRequest) -> URLRequest {
        guard sendsCookies, request.httpShouldHandleCookies, let url = request.url,
            let stored = storage.value.cookies, !stored.isEmpty,
            request.value(forHTTPHeaderField: Header.cookie.name) == nil
        else { return request }
        let value = Self.fieldValue(of: stored, for: url)
        return value.flatMap { try? request.setting($0, for: .cookie) } ?? request
    }

    /// Keeps the cookies of an answer, by the storage's and the configuration's rules.
    func store(from response: HTTPURLResponse, to request: URLRequest) {
        guard policy != .never, let value = response.value(forHTTPHeaderField: Header.setCookie.name),
            request.httpShouldHandleCookies, let url = response.url, let host = url.host
        else { return }
        let now = Date()
        let cookies = HTTPCookie.cookies(withResponseHeaderFields: [Header.setCookie.name: value], for: url)
            .filter { $0.maySet(from: host) }.map { $0.withExpiry(at: now) }
        storage.value.setCookies(cookies, for: url, mainDocumentURL: request.mainDocumentURL ?? url)
        // The way to take a cookie back is to set one that has ended (RFC 6265 §3.1).
        for cookie in cookies where cookie.expiresDate.map({ $0 <= now }) ?? false {
            storage.value.deleteCookie(cookie)
        }
    }

    /// The `Cookie` field of a request to the URL, longer paths first (RFC 6265 §5.4); nil when no cookie belongs there.
    static func fieldValue(of cookies: [HTTPCookie], for url: URL) -> String? {
        let now = Date()
        let sent = cookies.filter { $0.isSent(to: url, at: now) }.sorted {
            ($0.path.count, $1.name) > ($1.path.count, $0.name)
        }
        return sent.isEmpty ? nil : sent.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    }
}
