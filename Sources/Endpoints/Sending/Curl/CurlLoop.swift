#if canImport(CEndpointsCurl)
import CEndpointsCurl

/// What runs on the thread: it waits for sockets, timers and commands, and lets libcurl act on them.
///
/// It is made on that thread and never leaves it.
final class CurlLoop {
    /// The time of the present turn, in milliseconds.
    private(set) var now = ec_milliseconds()
    private let thread: CurlThread
    private var multis: [UniqueID: CurlMulti] = [:]
    private var watched: [Int32: CurlMulti] = [:]
    private var running: [ObjectIdentifier: CurlHandle] = [:]
    private var hosts = HostTable()
    /// Transfers that have news for those who wait for them, who are woken once a turn.
    private var withNews: [CurlTransfer] = []
    /// When to look at the time limits of transfers next.
    private var nextCheck = Int64.max

    init(_ thread: CurlThread) {
        self.thread = thread
    }

    func run() {
        let events = UnsafeMutableBufferPointer<ec_event>.allocate(capacity: 64)
        defer { events.deallocate() }
        while true {
            guard thread.take().allSatisfy({ perform($0) }) else { return }
            runTimers()
            tellWaiting()
            let patience = thread.mayWait() ? untilNextTimer : 0
            let count = ec_poller_wait(thread.poller, events.baseAddress, Int32(events.count), patience)
            now = ec_milliseconds()
            for event in events.prefix(Int(count)) {
                guard let multi = watched[event.descriptor] else { continue }
                act(on: multi, event.descriptor, event.events)
            }
        }
    }

    private func perform(_ command: CurlThread.Command) -> Bool {
        switch command {
        case .start(let transfer): start(transfer)
        case .stop(let transfer): stop(transfer)
        case .resume(let transfer): running[ObjectIdentifier(transfer)]?.resume()
        case .lookedUp(let host, let outcome):
            for transfer in hosts.endLookup(of: host, with: outcome, at: now) {
                transfer.note { $0.nameLookup = $1 }
                switch outcome {
                case .success: start(transfer)
                case .failure(let failure) where transfer.request.proxy != nil:
                    end(transfer, with: TransportFailure(code: .cannotConnectToProxy, urlError: failure.urlError))
                case .failure(let failure): end(transfer, with: failure)
                }
            }
            lookUp()
        case .cancelAll(let id):
            for handle in running.values where handle.sessionID == id { handle.transfer?.cancel() }
            for transfer in hosts.waiting where transfer.session.id == id { transfer.cancel() }
        case .close(let id): multis[id]?.closeWhenIdle()
        case .shutDown: return false
        }
        return true
    }

    // MARK: Transfers

    private func start(_ transfer: CurlTransfer) {
        guard !transfer.isOver else { return }
        let request = transfer.request
        switch hosts.addresses(of: request.nextHost, for: transfer, at: now) {
        case .known(let addresses): begin(transfer, addresses: addresses)
        case .awaited(let deadline): check(at: deadline)
        }
        lookUp()
    }

    private func begin(_ transfer: CurlTransfer, addresses: String?) {
        guard let handle = multi(of: transfer.session)?.handle(for: transfer, addresses: addresses) else {
            return end(transfer, with: TransportFailure(code: .other, detail: "libcurl refuses the request"))
        }
        running[ObjectIdentifier(transfer)] = handle
        check(at: handle.deadline)
    }

    private func stop(_ transfer: CurlTransfer) {
        hosts.forget(transfer)
        guard let handle = running.removeValue(forKey: ObjectIdentifier(transfer)) else { return }
        handle.multi.remove(handle)
    }

    private func end(_ transfer: CurlTransfer, with failure: TransportFailure) {
        transfer.finish(with: failure)
        tell(transfer)
    }

    private func act(on multi: CurlMulti, _ descriptor: Int32, _ events: Int32) {
        multi.act(descriptor, events)
        while let (handle, outcome) = multi.finished() {
            guard let transfer = handle.transfer else { continue }
            running[ObjectIdentifier(transfer)] = nil
            if outcome?.code == .cannotConnect || outcome?.code == .cannotConnectToProxy {
                hosts.drop(transfer.request.nextHost)
            }
            handle.noteMetrics()
            multi.remove(handle)
            transfer.finish(with: outcome)
            tell(transfer)
        }
    }

    /// Notes that a transfer has news.
    func tell(_ transfer: CurlTransfer) {
        if withNews.last !== transfer { withNews.append(transfer) }
    }

    private func tellWaiting() {
        for transfer in withNews { transfer.wake() }
        withNews.removeAll(keepingCapacity: true)
    }

    private func lookUp() {
        while let host = hosts.next() {
            HostLookup.start(host) { [thread] in thread.post(.lookedUp(host: host, $0)) }
        }
    }

    // MARK: libcurl's multi handles

    private func multi(of session: CurlSession) -> CurlMulti? {
        if let multi = multis[session.id] { return multi }
        let multi = CurlMulti(for: session, on: self)
        multis[session.id] = multi
        return multi
    }

    func watch(_ descriptor: Int32, for what: Int32, by multi: CurlMulti) {
        let isNew = watched.updateValue(multi, forKey: descriptor) == nil
        ec_poller_watch(thread.poller, descriptor, what, isNew)
    }

    func forget(_ descriptor: Int32) {
        if watched.removeValue(forKey: descriptor) != nil { ec_poller_forget(thread.poller, descriptor) }
    }

    // MARK: Timers

    /// Sees to it that the time limits are looked at in time for one of them.
    func check(at deadline: Int64) { nextCheck = min(nextCheck, deadline) }

    private var untilNextTimer: Int32 {
        let next = multis.values.reduce(nextCheck) { min($0, $1.deadline) }
        guard next < .max else { return -1 }
        return Int32(clamping: max(0, next - now))
    }

    private func runTimers() {
        for (id, multi) in multis where multi.deadline <= now {
            if multi.mustClose {
                multis.removeValue(forKey: id)?.close()
            } else {
                act(on: multi, CurlMulti.timeout, 0)
            }
        }
        if nextCheck <= now { checkDeadlines() }
    }

    /// Looks at all transfers, which are few: most calls wait for a connection elsewhere.
    private func checkDeadlines() {
        var late: [(transfer: CurlTransfer, stage: String?)] = []
        nextCheck = .max
        for handle in running.values {
            guard handle.deadline <= now, let transfer = handle.transfer else {
                check(at: handle.deadline)
                continue
            }
            // Addresses that nobody answers at may be old.
            if !handle.hasHead { hosts.drop(transfer.request.nextHost) }
            handle.noteMetrics()
            late.append((transfer, handle.stage))
        }
        let (lateLookups, next) = hosts.late(at: now)
        check(at: next)
        for (transfer, stage) in late + lateLookups.map({ ($0, "while its host's name was looked up") }) {
            end(transfer, with: TransportFailure(code: .timedOut, urlError: URLError(.timedOut), detail: stage))
            stop(transfer)
        }
    }
}
#endif
