/// Which public keys the certificates of a host may have.
struct PublicKeyPins: Sendable {
    private let pins: [String: Set<String>]

    /// Takes the hashes of each host; a name of the form `*.example.com` stands for the names one label below.
    init(_ pins: [String: Set<String>]) {
        self.pins = Dictionary(
            pins.map { name, hashes in
                (name.lowercased(), Set(hashes.map { $0.hasPrefix("sha256/") ? String($0.dropFirst(7)) : $0 }))
            },
            uniquingKeysWith: { $0.union($1) }
        )
    }

    /// The hashes that a host's chain must have one of; nil when the host is not pinned.
    func hashes(for host: String) -> Set<String>? {
        let host = host.lowercased()
        if let hashes = pins[host] { return hashes }
        guard let dot = host.firstIndex(of: ".") else { return nil }
        return pins["*" + host[dot...]]
    }

    /// Whether a host may present a chain whose keys have these hashes; a host that is not pinned may present any.
    func allow(_ chain: some Sequence<String>, from host: String) -> Bool {
        guard let hashes = hashes(for: host) else { return true }
        return chain.contains { hashes.contains($0) }
    }
}
