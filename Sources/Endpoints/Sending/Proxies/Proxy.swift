/// What requests go through on their way to a server.
struct Proxy: Sendable, Equatable {
    /// How it is spoken to: one of the schemes that libcurl knows (CURLOPT_PROXY(3)).
    enum Kind: String, Sendable {
        case http, https, socks4, socks4a, socks5, socks5h
    }

    let kind: Kind
    let host: String
    let port: Int
    /// Redacted, as they open the proxy.
    let login: Redacted<Login>?

    struct Login: Sendable, Equatable {
        let user: String
        let password: String
    }

    init(_ kind: Kind, host: String, port: Int, login: Login? = nil) {
        self.kind = kind
        self.host = host
        self.port = port
        self.login = login.map { Redacted($0) }
    }

    /// Reads an address such as `http://user:password@proxy.example.com:3128`; the scheme is `http` unless given.
    init?(_ text: String) {
        let whole = text.contains("://") ? text : "http://\(text)"
        guard let parts = URLComponents(string: whole),
            let kind = parts.scheme.flatMap({ Kind(rawValue: $0.lowercased()) }),
            let host = parts.host, !host.isEmpty
        else { return nil }
        let login = parts.user.map { Login(user: $0, password: parts.password ?? "") }
        self.init(kind, host: host.trimmingBrackets, port: parts.port ?? kind.port, login: login)
    }

    /// Whether it reads requests in the clear.
    var isForHTTP: Bool { kind == .http || kind == .https }

    /// Its address without the login.
    var address: String { "\(kind.rawValue)://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// Whether it is on this machine, so that what is sent to it can't be overheard.
    var isLoopback: Bool { Origin(scheme: "http", host: host, port: port).isLoopback }
}

extension Proxy.Kind {
    /// The usual port.
    fileprivate var port: Int {
        switch self {
        case .http: 80
        case .https: 443
        case .socks4, .socks4a, .socks5, .socks5h: 1080
        }
    }
}

extension String {
    /// A host without the brackets that an IPv6 address has in a URL.
    var trimmingBrackets: String { hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self }
}
