/// A request with its credentials, ready to be sent.
struct AuthenticatedRequest: Sendable {
    var urlRequest: URLRequest
    var credentials: Credentials
    /// Whether the credentials are the method's, so that new ones may help.
    ///
    /// A header field that the endpoint declares stays as it is, and an answer to it says nothing about the method's.
    let isRenewable: Bool
    /// Whether the method added any.
    let hasCredentials: Bool

    /// The header fields that the endpoint declares, and that the method would have set to something else.
    let displacing: [String]

    /// Compares what a method made of a request with what it was given.
    ///
    /// What the endpoint declares stays. Cookies are joined: a request has one field for all of them (RFC 6265 §5.4).
    init(_ authenticated: URLRequest, from declared: URLRequest) throws(EndpointError) {
        var request = authenticated
        let fields = authenticated.allHTTPHeaderFields ?? [:]
        var displacing: [String] = []
        var isRenewable = true
        for (name, value) in declared.allHTTPHeaderFields ?? [:] where fields[name] != value {
            let added = request.value(forHTTPHeaderField: name) ?? ""
            guard added != value else { continue }
            let isCookie = Header(name) == .cookie
            let joined = isCookie ? CookieField(value).joined(with: CookieField(added)) : (text: value, isWhole: false)
            request.setValue(joined.text, forHTTPHeaderField: name)
            guard !joined.isWhole else { continue }
            isRenewable = false
            if !added.isEmpty { displacing.append(name) }
        }
        try request.validate()
        guard let url = request.url, let origin = Origin(url), origin.isHTTP, !origin.hasUserInfo else {
            throw .invalidURL(Redaction.address(request.url?.absoluteString ?? ""))
        }
        urlRequest = request
        credentials = Credentials(from: declared, to: request)
        hasCredentials = !credentials.isEmpty
        self.displacing = displacing
        self.isRenewable = isRenewable
    }

    /// A request that gets no credentials.
    init(unauthenticated request: URLRequest) {
        urlRequest = request
        credentials = .none
        hasCredentials = false
        displacing = []
        isRenewable = false
    }

    /// The address, without query, that credentials would reach in the clear; nil when they are safe or there are none.
    ///
    /// What stays on this machine is safe, unless a proxy takes it elsewhere; nil for the platform's own proxies.
    func insecureDestination(by proxies: ProxySettings?) -> URL? {
        guard hasCredentials || (urlRequest.allHTTPHeaderFields ?? [:]).keys.contains(where: Redaction.isSensitive),
            let url = urlRequest.url, let origin = Origin(url),
            proxies?.exposes(origin) ?? (!origin.isSecure && !origin.isLoopback)
        else { return nil }
        return URL(string: String(url.absoluteString.prefix { $0 != "?" }))
    }

    /// The request with a session's own header fields where it has none; they may be credentials too, so all but the
    /// harmless ones stay at the origin.
    func outfitted(with fields: [String: String]) -> AuthenticatedRequest {
        var outfitted = self
        for (name, value) in fields where urlRequest.value(forHTTPHeaderField: name) == nil {
            outfitted.urlRequest.setValue(value, forHTTPHeaderField: name)
            if !Self.harmless.contains(Header(name)) { outfitted.credentials.insert(header: name) }
        }
        return outfitted
    }

    /// Fields that are nobody's credentials.
    static let harmless: Set<Header> = [.accept, .acceptCharset, .acceptEncoding, .acceptLanguage, .userAgent]
}
