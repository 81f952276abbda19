/// Which public keys the certificates of a host may have.
struct PublicKeyPins: Sendable {
    /// The hashes of each host; a name of the form `*.example.com` stands for the names one label below.
    let hosts: [String: Set<Data>]

    /// Takes the hashes of each host, in base64.
    init(_ pins: [String: Set<String>]) throws(TransportSecurityError) {
        var hosts: [String: Set<Data>] = [:]
        for (name, texts) in pins {
            var hashes: Set<Data> = []
            for text in texts {
                let base64 = text.hasPrefix("sha256/") ? String(text.dropFirst(7)) : text
                guard let hash = Data(base64Encoded: base64), hash.count == 32 else {
                    throw TransportSecurityError(.invalidPin, name)
                }
                hashes.insert(hash)
            }
            guard let host = Self.host(of: name), !hashes.isEmpty else {
                throw TransportSecurityError(.invalidPin, name)
            }
            hosts[host, default: []].formUnion(hashes)
        }
        self.hosts = hosts
    }

    /// The pinned name that stands for a host; nil when the host is not pinned.
    func name(for host: String) -> String? {
        guard !hosts.isEmpty else { return nil }
        // A name is the same one with the dot of the root behind it.
        let host = (host.hasSuffix(".") ? String(host.dropLast()) : host).lowercased()
        if hosts[host] != nil { return host }
        let wildcard = host.firstIndex(of: ".").map { "*" + host[$0...] }
        return wildcard.flatMap { hosts[$0] == nil ? nil : $0 }
    }

    /// A name, or one with an asterisk before it, in the form that hosts are compared in; nil for anything else.
    ///
    /// An address has several spellings, so that a pin would hold for one of them.
    private static func host(of name: String) -> String? {
        let host = (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased()
        let labels = (host.hasPrefix("*.") ? String(host.dropFirst(2)) : host)
            .split(separator: ".", omittingEmptySubsequences: false)
        let areNames = labels.allSatisfy { label in
            !label.isEmpty && label.utf8.allSatisfy { $0 == 0x2D || $0 == 0x5F || $0.isLetterOrDigit }
        }
        guard areNames, let last = labels.last, last.utf8.first.map({ !(0x30...0x39).contains($0) }) == true else {
            return nil
        }
        return host
    }

    /// Whether a host may present a chain whose keys have these hashes; a host that is not pinned may present any.
    func allow(_ chain: some Sequence<Data>, from host: String) -> Bool {
        guard let hashes = name(for: host).flatMap({ hosts[$0] }) else { return true }
        return chain.contains { hashes.contains($0) }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool { (0x61...0x7A).contains(self) || (0x30...0x39).contains(self) }
}
