/// A session's cookie storage, used by us: FoundationNetworking overwrites an explicit `Cookie` field, and reads every
/// header line of every answer for cookies, by rules of its own.
struct CookieJar: Sendable {
    /// Redacted, since a storage shows its cookies.
    private let storage: Redacted<HTTPCookieStorage>
    private let policy: HTTPCookie.AcceptPolicy
    private let sendsCookies: Bool
    private let hasFile: Bool

    /// No answer changes a storage between another one's look at it and its changes.
    private static let turn = NSLock()
    /// What an answer may set, so that none keeps a storage busy that writes a file for each.
    private static let mostLines = 50

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
            let stored = storage.value.cookies, !stored.isEmpty,
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
        guard storage.value.cookieAcceptPolicy != .never else { return }
        Self.turn.withLock {
            store(lines.prefix(Self.mostLines), from: origin, at: url, document: request.mainDocumentURL ?? url)
        }
    }

    private func store(_ lines: ArraySlice<String>, from origin: CookieOrigin, at url: URL, document: URL) {
        let storage = storage.value
        let now = Date()
        let before = CookieStore((storage.cookies ?? []).map(StoredCookie.init))
        var after = before
        for line in lines { after.take(line, from: origin, at: now) }
        let deleted = before.cookies.values.filter { after.cookies[$0.key] == nil }
        let changed = after.cookies.values.filter { before.cookies[$0.key]?.isSame(as: $0) != true }
        let delete: @Sendable (HTTPCookie) -> Void = { storage.deleteCookie($0) }
        let set: @Sendable (HTTPCookie) -> Void = {
            storage.setCookies([$0], for: url, mainDocumentURL: document)
        }
        var changes = deleted.map { (cookie: $0, change: delete) } + changed.map { (cookie: $0, change: set) }
        // Of several the program has to see all, so the answer waits for all but one.
        let last = hasFile ? changes.popLast() : nil
        for (cookie, change) in changes { cookie.platformCookie.map(change) }
        if let last { CookieWriter.write(last.cookie, by: last.change) }
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
