#if canImport(CEndpointsCurl)
import CEndpointsCurl

/// The connections of a session: libcurl's multi handle, made at the first request and dropped when idle.
///
/// It stays on the loop's thread.
final class CurlMulti {
    /// Stands for the descriptor when a time is over.
    static let timeout = Int32(EC_SOCKET_TIMEOUT)

    private unowned let loop: CurlLoop
    private let multi: OpaquePointer
    /// Connections use it until they are closed.
    private let security: CurlSecurity?
    private var spare: [CurlHandle] = []
    private var runningCount = 0
    private var timer = Int64.max
    /// When it has had nothing to do for too long.
    private var end = Int64.max
    /// How long connections are kept that nothing uses.
    private var idleTime: Int64 = 60_000

    /// When it wants to be looked at, in milliseconds.
    var deadline: Int64 { min(timer, end) }

    /// Whether it has had nothing to do for so long that it is of no more use.
    var mustClose: Bool { end <= loop.now }

    init?(for session: CurlSession, on loop: CurlLoop) {
        self.loop = loop
        guard let multi = ec_multi_make(onSocket, onTimer) else { return nil }
        self.multi = multi
        security = session.security
        ec_multi_set_context(multi, Unmanaged.passUnretained(self).toOpaque())
        ec_multi_set_number(multi, EC_MULTI_MAXCONNECTS, 64)
        if session.connectionsPerHost > 0 {
            ec_multi_set_number(multi, EC_MULTI_MAX_HOST_CONNECTIONS, session.connectionsPerHost)
        }
    }

    /// Closes all connections as soon as nothing runs.
    func closeWhenIdle() {
        idleTime = 0
        if runningCount == 0 { end = loop.now }
    }

    /// Closes all connections; nothing may run then.
    func close() {
        spare = []
        ec_multi_free(multi)
    }

    /// Starts a transfer; nil when libcurl can't.
    func handle(for transfer: CurlTransfer, addresses: String?) -> CurlHandle? {
        guard let handle = spare.popLast() ?? CurlHandle(on: loop, of: self) else { return nil }
        let isReady = handle.prepare(for: transfer, addresses: addresses)
        runningCount += 1
        end = .max
        guard isReady, ec_multi_add(multi, handle.easy) == 0 else {
            remove(handle)
            return nil
        }
        return handle
    }

    /// Takes a transfer off the wire, unless it is over.
    func remove(_ handle: CurlHandle) {
        ec_multi_remove(multi, handle.easy)
        handle.clear()
        runningCount -= 1
        if spare.count < 16 { spare.append(handle) }
        if runningCount == 0 { end = loop.now + idleTime }
    }

    /// A transfer that is over, and its failure.
    func finished() -> (CurlHandle, TransportFailure?)? {
        var code: Int32 = 0
        guard let context = ec_multi_finished(multi, &code) else { return nil }
        let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
        return (handle, handle.outcome(code))
    }

    func act(_ descriptor: Int32, _ events: Int32) {
        if descriptor == Self.timeout { timer = .max }
        ec_multi_act(multi, descriptor, events)
    }

    fileprivate func setTimer(_ milliseconds: Int) {
        timer = milliseconds < 0 ? .max : loop.now + Int64(milliseconds)
    }

    fileprivate func watch(_ descriptor: Int32, for what: Int32) {
        if what == EC_POLL_REMOVE { loop.forget(descriptor) } else { loop.watch(descriptor, for: what, by: self) }
    }
}

private let onSocket: ec_socket_function = { _, descriptor, what, context, _ in
    guard let context else { return 0 }
    Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue().watch(descriptor, for: what)
    return 0
}

private let onTimer: ec_timer_function = { _, milliseconds, context in
    guard let context else { return 0 }
    Unmanaged<CurlMulti>.fromOpaque(context).takeUnretainedValue().setTimer(milliseconds)
    return 0
}
#endif
