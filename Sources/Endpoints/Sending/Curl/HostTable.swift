#if canImport(CEndpointsCurl)
/// The addresses of hosts that have been looked up, and who waits for those that have not.
///
/// libcurl would look names up itself, on a thread for each, which it can't let go of. It stays on the loop's thread.
struct HostTable {
    enum Answer {
        /// Addresses in the form of `CURLOPT_RESOLVE`; none are needed where the name is an address itself.
        case known(String?)
        /// The transfer waits, until a time in milliseconds.
        case awaited(until: Int64)
    }

    private struct Entry {
        let addresses: String
        var expiry: Int64
        var lastUse: Int64
    }

    private struct Waiter {
        let transfer: CurlTransfer
        let deadline: Int64
    }

    /// How long addresses hold, in milliseconds: as long as libcurl's own do, since getaddrinfo(3) tells no better time.
    private static let lifetime: Int64 = 60_000
    private static let mostLookups = 8

    private var known: [String: Entry] = [:]
    private var waiters: [String: [ObjectIdentifier: Waiter]] = [:]
    /// Hosts in the order in which they were asked for, also those that nobody waits for any more.
    private var queue: ArraySlice<String> = []
    private var lookups: Set<String> = []

    /// Those who wait for addresses.
    var waiting: [CurlTransfer] { waiters.values.flatMap { $0.values.map(\.transfer) } }

    /// The addresses of a host; the transfer waits for them when they have to be looked up.
    mutating func addresses(of host: String, for transfer: CurlTransfer, at now: Int64) -> Answer {
        guard !host.isAddress else { return .known(nil) }
        // This machine, whatever a server of names may say (RFC 6761 §6.3).
        if host == "localhost" || host.hasSuffix(".localhost") { return .known("[::1],127.0.0.1") }
        if let entry = known[host] {
            // Where a connection has been in use just now, nobody waits for newer addresses, which the next one gets.
            let isOld = now >= entry.expiry
            if !isOld || now - entry.lastUse < Self.lifetime {
                known[host]?.lastUse = now
                if isOld { enqueue(host) }
                return .known(entry.addresses)
            }
        }
        enqueue(host)
        let deadline = transfer.request.shorterLimit.map { now + $0 } ?? .max
        waiters[host]?[ObjectIdentifier(transfer)] = Waiter(transfer: transfer, deadline: deadline)
        return .awaited(until: deadline)
    }

    private mutating func enqueue(_ host: String) {
        guard waiters[host] == nil else { return }
        waiters[host] = [:]
        queue.append(host)
    }

    /// A host that is to be looked up now; nil when there is none, or enough are being looked up.
    mutating func next() -> String? {
        guard lookups.count < Self.mostLookups else { return nil }
        while let host = queue.popFirst() {
            if waiters[host] != nil, lookups.insert(host).inserted { return host }
        }
        return nil
    }

    /// Notes what a lookup came to.
    ///
    /// - Returns: those who waited for it.
    mutating func endLookup(of host: String, with outcome: HostLookup.Outcome, at now: Int64) -> [CurlTransfer] {
        lookups.remove(host)
        let transfers = waiters.removeValue(forKey: host).map { $0.values.map(\.transfer) } ?? []
        switch outcome {
        case .success(let addresses):
            forgetOld(at: now)
            let lastUse = transfers.isEmpty ? known[host]?.lastUse : now
            known[host] = Entry(addresses: addresses, expiry: now + Self.lifetime, lastUse: lastUse ?? now)
        case .failure where transfers.isEmpty:
            // Nobody has had to wait yet, and the old ones are better than none.
            known[host]?.expiry = now + 5_000
        case .failure:
            known[host] = nil
        }
        return transfers
    }

    /// Forgets addresses that nobody answers at.
    mutating func drop(_ host: String) { known[host] = nil }

    /// Forgets a transfer that no longer waits.
    mutating func forget(_ transfer: CurlTransfer) {
        let host = transfer.request.nextHost
        guard waiters[host]?.removeValue(forKey: ObjectIdentifier(transfer)) != nil else { return }
        // What nobody waits for need not be looked up, unless that is under way.
        if waiters[host]?.isEmpty == true, !lookups.contains(host) { waiters[host] = nil }
    }

    /// Those who have waited for too long, and when that is so of the next.
    func late(at now: Int64) -> ([CurlTransfer], next: Int64) {
        var late: [CurlTransfer] = []
        var next = Int64.max
        for waiter in waiters.values.flatMap(\.values) {
            if waiter.deadline <= now { late.append(waiter.transfer) } else { next = min(next, waiter.deadline) }
        }
        return (late, next)
    }

    private mutating func forgetOld(at now: Int64) {
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
