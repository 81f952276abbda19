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
            guard !hashes.isEmpty else { throw TransportSecurityError(.invalidPin, name) }
            hosts[name.lowercased(), default: []].formUnion(hashes)
        }
        self.hosts = hosts
    }

    /// The pinned name that stands for a host; nil when the host is not pinned.
    func name(for host: String) -> String? {
        guard !hosts.isEmpty else { return nil }
        let host = host.lowercased()
        if hosts[host] != nil { return host }
        let wildcard = host.firstIndex(of: ".").map { "*" + host[$0...] }
        return wildcard.flatMap { hosts[$0] == nil ? nil : $0 }
    }

    /// Whether a host may present a chain whose keys have these hashes; a host that is not pinned may present any.
    func allow(_ chain: some Sequence<Data>, from host: String) -> Bool {
        guard let hashes = name(for: host).flatMap({ hosts[$0] }) else { return true }
        return chain.contains { hashes.contains($0) }
    }
}
