#if canImport(CEndpointsCurl)
/// The addresses of hosts that have been looked up, and who waits for those that have not.
///
/// libcurl would look names up itself, on a thread for each, which it can't let go of. It stays on the loop's thread.
struct HostTable {
    /// Addresses in the form of `CURLOPT_RESOLVE`.
    struct Addresses: Equatable {
        let text: String
        /// Tells apart what was looked up one time and another.
        fileprivate let number: Int
    }

    enum Answer {
        /// None are needed where the name is an address itself, or libcurl knows better.
        case known(Addresses?)
        case failed(TransportFailure)
        case awaited
    }

    private struct Entry {
        var addresses: Addresses
        var end: Int64
        var lastUse: Int64
    }

    /// How long addresses hold, in milliseconds: libcurl's own time, as names have no better one (getaddrinfo tells none).
    private static let lifetime: Int64 = 60_000
    private static let mostLookups = 8

    private var known: [String: Entry] = [:]
    private var waitingByHost: [String: [ObjectIdentifier: CurlTransfer]] = [:]
    private var queue: [String] = []
    private var lookups = 0
    private var count = 0

    /// Those who wait for addresses.
    var waiting: [CurlTransfer] { waitingByHost.values.flatMap(\.values) }

    /// The addresses of a host; the transfer waits for them when they have to be looked up.
    mutating func addresses(of host: String, for transfer: CurlTransfer, at now: Int64) -> Answer {
        guard !host.isAddress, !CurlLibrary.hasProxy else { return .known(nil) }
        if host == "localhost" || host.hasSuffix(".localhost") {
            // This machine, whatever a server of names may say (RFC 6761 §6.3).
            return .known(Addresses(text: "[::1],127.0.0.1", number: 0))
        }
        if let entry = known[host] {
            known[host]?.lastUse = now
            if now < entry.end { return .known(entry.addresses) }
            // Where a connection has been in use just now, nobody has to wait for the addresses of the next one.
            if now - entry.lastUse < Self.lifetime {
                if waitingByHost[host] == nil { enqueue(host) }
                return .known(entry.addresses)
            }
        }
        if waitingByHost[host] == nil { enqueue(host) }
        waitingByHost[host]?[ObjectIdentifier(transfer)] = transfer
        return .awaited
    }

    private mutating func enqueue(_ host: String) {
        waitingByHost[host] = [:]
        queue.append(host)
    }

    /// A host that is to be looked up now; nil when there is none, or enough are being looked up.
    mutating func next() -> String? {
        guard lookups < Self.mostLookups, !queue.isEmpty else { return nil }
        lookups += 1
        return queue.removeFirst()
    }

    /// Notes what a lookup came to.
    ///
    /// - Returns: those who waited; those among them who get a failure have been told.
    mutating func end(_ host: String, with outcome: HostLookup.Outcome, at now: Int64) -> [CurlTransfer] {
        lookups -= 1
        let transfers = waitingByHost.removeValue(forKey: host).map { Array($0.values) } ?? []
        switch outcome {
        case .success(let text):
            count += 1
            let isSame = known[host]?.addresses.text == text
            let addresses = isSame ? known[host]?.addresses : nil
            tidy(at: now)
            known[host] = Entry(
                addresses: addresses ?? Addresses(text: text, number: count), end: now + Self.lifetime, lastUse: now)
            return transfers
        case .failure(let failure):
            known[host] = nil
            for transfer in transfers {
                transfer.finish(with: failure)
                transfer.wake()
            }
            return []
        }
    }

    /// Forgets addresses that nobody answers at.
    mutating func drop(_ host: String) { known[host] = nil }

    /// Forgets a transfer that no longer waits.
    mutating func forget(_ transfer: CurlTransfer) {
        let host = transfer.request.host
        guard waitingByHost[host]?.removeValue(forKey: ObjectIdentifier(transfer)) != nil else { return }
        // What nobody waits for need not be looked up, unless that is under way.
        if waitingByHost[host]?.isEmpty == true, let place = queue.firstIndex(of: host) {
            queue.remove(at: place)
            waitingByHost[host] = nil
        }
    }

    private mutating func tidy(at now: Int64) {
        guard known.count >= 256 else { return }
        known = known.filter { now - $0.value.lastUse < Self.lifetime }
    }
}

extension String {
    /// Whether a host is an address rather than a name.
    fileprivate var isAddress: Bool {
        utf8.contains(UInt8(ascii: ":")) || utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
    }
}
#endif
