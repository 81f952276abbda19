/// Which proxy the requests of a session go through, decided once from its configuration or the environment.
package struct ProxySettings: Sendable {
    private enum Choice: Sendable {
        case direct
        case proxy(Proxy)
        /// What names a proxy whose address can't be read.
        case unreadable(String)
    }

    private let plain: Choice
    private let secure: Choice
    private let exceptions: ProxyExceptions
    /// Whether this machine is reached without a proxy; only a configuration can ask for one.
    private let sparesLoopback: Bool

    /// Takes the proxies of a configuration's `connectionProxyDictionary`, which decides alone when there is one, or the
    /// environment's.
    init(_ dictionary: [AnyHashable: Any]?, environment: [String: String], sparesLoopback: Bool = true) {
        if let dictionary {
            self.init(dictionary)
        } else {
            self.init(environment, sparesLoopback: sparesLoopback)
        }
    }

    /// `http_proxy` has no form in capitals, which a request could set in a CGI program (CVE-2016-5385).
    private init(_ environment: [String: String], sparesLoopback: Bool) {
        let all = ["all_proxy", "ALL_PROXY"]
        plain = Self.choice(["http_proxy"] + all, in: environment)
        secure = Self.choice(["https_proxy", "HTTPS_PROXY"] + all, in: environment)
        let lists = ["no_proxy", "NO_PROXY"].compactMap { environment[$0] }
        exceptions = ProxyExceptions(list: lists.first { !$0.isEmpty } ?? "")
        self.sparesLoopback = sparesLoopback
    }

    private static func choice(_ names: [String], in environment: [String: String]) -> Choice {
        guard let name = names.first(where: { !(environment[$0] ?? "").isEmpty }), let text = environment[name] else {
            return .direct
        }
        return Proxy(text).map { .proxy($0) } ?? .unreadable(name)
    }

    /// The keys are those of CFNetwork's dictionary (CFProxySupport.h).
    private init(_ dictionary: [AnyHashable: Any]) {
        let socks = Self.choice("SOCKS", .socks5h, in: dictionary)
        let (http, https) = (Self.choice("HTTP", .http, in: dictionary), Self.choice("HTTPS", .http, in: dictionary))
        let hasScript =
            Self.isOn(dictionary["ProxyAutoConfigEnable"]) || Self.isOn(dictionary["ProxyAutoDiscoveryEnable"])
        let fallback: Choice = hasScript ? .unreadable("connectionProxyDictionary, a script,") : socks
        if case .direct = http { plain = fallback } else { plain = http }
        if case .direct = https { secure = fallback } else { secure = https }
        exceptions = ProxyExceptions(dictionary["ExceptionsList"] as? [String] ?? [])
        sparesLoopback = false
    }

    private static func choice(_ name: String, _ kind: Proxy.Kind, in dictionary: [AnyHashable: Any]) -> Choice {
        guard isOn(dictionary["\(name)Enable"]) else { return .direct }
        guard let host = dictionary["\(name)Proxy"] as? String, !host.isEmpty,
            let port = number(dictionary["\(name)Port"] ?? (kind == .http ? 80 : 1080))
        else { return .unreadable("connectionProxyDictionary") }
        let user = dictionary["\(name)User"] ?? dictionary["kCFProxyUsernameKey"]
        let password = dictionary["\(name)Password"] ?? dictionary["kCFProxyPasswordKey"]
        let login = (user as? String).map { Proxy.Login(user: $0, password: password as? String ?? "") }
        return .proxy(Proxy(kind, host: host.trimmingBrackets, port: port, login: login))
    }

    private static func isOn(_ value: Any?) -> Bool { value as? Bool ?? (number(value) != 0 && number(value) != nil) }
    private static func number(_ value: Any?) -> Int? { value as? Int ?? (value as? NSNumber)?.intValue }

    /// The proxy for requests to an origin; nil for none.
    ///
    /// - Throws: a failure with the code ``TransportFailure/Code/unsupportedSession`` when its address can't be read.
    func proxy(for origin: Origin) throws(TransportFailure) -> Proxy? {
        guard !origin.isUnixSocket else { return nil }
        let choice = origin.isSecure ? secure : plain
        if case .direct = choice { return nil }
        if exceptions.contain(origin) || sparesLoopback && origin.isLoopback { return nil }
        switch choice {
        case .direct: return nil
        case .proxy(let proxy): return proxy
        case .unreadable(let name):
            throw TransportFailure(code: .unsupportedSession, detail: "the proxy in \(name) can't be used")
        }
    }

    /// Whether requests to an origin leave this machine in the clear.
    func exposes(_ origin: Origin) -> Bool {
        if origin.isSecure { return false }
        guard origin.isLoopback else { return true }
        do throws(TransportFailure) {
            return try proxy(for: origin).map { !$0.isLoopback } ?? false
        } catch {
            return true
        }
    }
}
