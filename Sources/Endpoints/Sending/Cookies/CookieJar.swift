/// A session's cookie storage, used by us: FoundationNetworking overwrites an explicit `Cookie` field, and reads every
/// header line of every answer for cookies, by rules of its own.
struct CookieJar: Sendable {
    /// Redacted, since a storage shows its cookies.
    private let storage: Redacted<HTTPCookieStorage>
    private let policy: HTTPCookie.AcceptPolicy
    private let sendsCookies: Bool
    private let hasFile: Bool

    /// The storage that a configuration names; nil when it has none.
    init?(_ configuration: URLSessionConfiguration) {
        guard let storage = configuration.httpCookieStorage else { return nil }
        self.storage = Redacted(storage)
        policy = configuration.httpCookieAcceptPolicy
        sendsCookies = configuration.httpShouldSetCookies
        // Nothing else tells; should it change, a storage in memory is written as one with a file.
        hasFile = !storage.description.hasPrefix("Ephemeral")
    }

    /// The request with the stored cookies for its URL.
    ///
    /// A `Cookie` field that is there already stays as it is.
    func adding(to request: URLRequest) -> URLRequest {
        guard sendsCookies, request.httpShouldHandleCookies, let url = request.url,
            let stored = Self.cookies(in: storage.value), !stored.isEmpty,
            request.value(forHTTPHeaderField: Header.cookie.name) == nil
        else { return request }
        let value = Self.fieldValue(of: stored, for: url)
        return value.flatMap { try? request.setting($0, for: .cookie) } ?? request
    }

    /// Keeps the cookies of an answer, by the storage's and the configuration's rules.
    func store(from reply: TransportReply, to request: URLRequest) {
        guard policy != .never, let lines = reply.setCookieLines, request.httpShouldHandleCookies,
            let url = request.url, let origin = CookieOrigin(url)
        else { return }
        let now = Date()
        let document = request.mainDocumentURL ?? url
        let write = { @Sendable in change(by: lines, from: origin, at: now, of: url, in: document) }
        if hasFile { CookieWriter.write(write) } else { write() }
    }

    /// Writes what the lines change, and nothing where they change nothing.
    private func change(by lines: [String], from origin: CookieOrigin, at now: Date, of url: URL, in document: URL) {
        let storage = storage.value
        guard storage.cookieAcceptPolicy != .never else { return }
        let stored = storage.cookies ?? []
        let before = CookieStore(stored.map(StoredCookie.init))
        var after = before
        for line in lines { after.take(line, from: origin, at: now) }
        for cookie in stored where after.cookies[StoredCookie(cookie).key] == nil { storage.deleteCookie(cookie) }
        let changed = after.cookies.values.filter { !(before.cookies[$0.key]?.isSame(as: $0) ?? false) }
            .sorted { $0.creation < $1.creation }.compactMap(\.platformCookie)
        if !changed.isEmpty { storage.setCookies(changed, for: url, mainDocumentURL: document) }
    }

    /// What a storage has, with what is on its way to it.
    static func cookies(in storage: HTTPCookieStorage) -> [HTTPCookie]? {
        CookieWriter.wait()
        return storage.cookies
    }

    /// The `Cookie` field of a request to the URL; nil when no cookie belongs there.
    static func fieldValue(of cookies: [HTTPCookie], for url: URL) -> String? {
        CookieOrigin(url).flatMap { CookieStore(cookies.map(StoredCookie.init)).field(to: $0, at: Date()) }
    }
}

extension TransportReply {
    /// The `Set-Cookie` lines; nil when there are none.
    fileprivate var setCookieLines: [String]? {
        if let setCookies { return setCookies.isEmpty ? nil : setCookies }
        return response.value(forHTTPHeaderField: Header.setCookie.name).map(SetCookie.lines)
    }
}
