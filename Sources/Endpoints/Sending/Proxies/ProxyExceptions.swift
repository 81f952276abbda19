/// The hosts that no proxy is used for, as `NO_PROXY` lists them.
struct ProxyExceptions: Sendable {
    private enum Entry: Sendable {
        case everything
        /// A name and all below it.
        case name(String, port: Int?)
        /// Addresses that begin with the same bits.
        case network([UInt8], bits: Int, port: Int?)
    }

    private let entries: [Entry]

    /// Reads names, addresses and networks; `*` stands for everything.
    ///
    /// `example.com`, `.example.com` and `*.example.com` stand for the name and all below it.
    init(_ texts: [String]) {
        entries = texts.compactMap { Self.entry($0.trimmingCharacters(in: .whitespaces).lowercased()) }
    }

    /// Reads a list whose parts are separated by commas or spaces.
    init(list: String) {
        self.init(list.split { $0 == "," || $0 == " " }.map(String.init))
    }

    /// Whether no proxy is used for a host.
    func contain(_ origin: Origin) -> Bool {
        let host = Self.withoutRoot(origin.host.trimmingBrackets)
        let address = Self.bytes(host)
        return entries.contains { entry in
            switch entry {
            case .everything: true
            case .name(let name, let port):
                (port ?? origin.port) == origin.port && (host == name || host.hasSuffix(".\(name)"))
            case .network(let network, let bits, let port):
                (port ?? origin.port) == origin.port && address?.begins(with: network, bits: bits) == true
            }
        }
    }

    private static func entry(_ text: String) -> Entry? {
        if text == "*" { return .everything }
        if let slash = text.lastIndex(of: "/") {
            guard let network = bytes(String(text[..<slash]).trimmingBrackets),
                let bits = Int(text[text.index(after: slash)...]), (0...network.count * 8).contains(bits)
            else { return nil }
            return .network(network, bits: bits, port: nil)
        }
        if let address = bytes(text.trimmingBrackets) { return .network(address, bits: address.count * 8, port: nil) }
        // With a port behind it.
        let colon = text.lastIndex(of: ":")
        let port = colon.map { Int(text[text.index(after: $0)...]) }
        if let port, port == nil { return nil }
        var name = colon.map { String(text[..<$0]) } ?? text
        if let address = bytes(name.trimmingBrackets) {
            return .network(address, bits: address.count * 8, port: port ?? nil)
        }
        if name.hasPrefix("*.") { name.removeFirst() }
        if name.hasPrefix(".") { name.removeFirst() }
        name = withoutRoot(name)
        return name.isEmpty ? nil : .name(name, port: port ?? nil)
    }

    /// The name without the dot of the root behind it.
    private static func withoutRoot(_ name: String) -> String { name.hasSuffix(".") ? String(name.dropLast()) : name }

    /// The bytes of an address; nil for a name.
    private static func bytes(_ host: String) -> [UInt8]? {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, host, &four) == 1 { return withUnsafeBytes(of: four) { [UInt8]($0) } }
        if inet_pton(AF_INET6, host, &six) == 1 { return withUnsafeBytes(of: six) { [UInt8]($0) } }
        return nil
    }
}

extension [UInt8] {
    fileprivate func begins(with network: [UInt8], bits: Int) -> Bool {
        guard count == network.count else { return false }
        let (whole, rest) = (bits / 8, bits % 8)
        guard prefix(whole) == network.prefix(whole) else { return false }
        return rest == 0 || (self[whole] ^ network[whole]) >> (8 - rest) == 0
    }
}
