#if canImport(CEndpointsCurl)
import CEndpointsCurl

/// One transfer of libcurl's: an easy handle, which is set up once and used for one request after the other.
///
/// It stays on the loop's thread.
final class CurlHandle {
    let easy: OpaquePointer
    unowned let multi: CurlMulti
    private(set) var transfer: CurlTransfer?
    /// When it is given up, in milliseconds.
    private(set) var deadline = Int64.max

    private unowned let loop: CurlLoop
    private let errorText = UnsafeMutablePointer<CChar>.allocate(capacity: Int(EC_ERROR_TEXT_SIZE))
    private var head = HeadReader()
    private var failure: TransportFailure?
    private var body: RequestBodyReader?
    private var resolve: OpaquePointer?
    private var end = Int64.max
    private var sendings = 0
    private var hasBegun = false

    init?(on loop: CurlLoop, of multi: CurlMulti) {
        self.loop = loop
        self.multi = multi
        var callbacks = ec_callbacks(header: onHeader, write: onBody, read: onRead, seek: onSeek, prereq: onPrereq)
        guard let easy = ec_easy_make(&callbacks, errorText) else { return nil }
        self.easy = easy
        ec_easy_set_context(easy, Unmanaged.passUnretained(self).toOpaque())
        ec_easy_set_number(easy, EC_NOSIGNAL, 1)
        ec_easy_set_number(easy, EC_PROTOCOLS, CurlLibrary.protocols)
        ec_easy_set_number(easy, EC_SUPPRESS_CONNECT_HEADERS, 1)
        ec_easy_set_number(easy, EC_HTTP_CONTENT_DECODING, 0)
        ec_easy_set_number(easy, EC_HTTP_VERSION, CurlLibrary.httpVersion)
        // Who goes through a proxy is decided here, and not by libcurl's look at the environment.
        ec_easy_set_pointer(easy, EC_NO_PROXY, "")
        ec_easy_set_pointer(easy, EC_PROXY_ADDRESS, "")
        // Where libcurl looks a name up itself, for a proxy of SOCKS, nobody waits for a thread of its that is of no more use.
        ec_easy_set_number(easy, EC_QUICK_EXIT, 1)
    }

    deinit {
        ec_easy_free(easy)
        errorText.deallocate()
    }

    var sessionID: UniqueID? { transfer?.session.id }

    /// Whether the answer has begun.
    var hasHead: Bool { head.isComplete }

    /// What it is at, in a sentence's part; where libcurl doesn't ask before a request leaves, that can't be told.
    var stage: String? {
        if head.isComplete { return "while the answer came" }
        if sendings > 0 { return "while the answer was waited for" }
        return CurlLibrary.asksBeforeSending ? "while connecting" : nil
    }

    /// Sets up the request of a transfer; false when libcurl refuses it.
    func prepare(for transfer: CurlTransfer, addresses: String?) -> Bool {
        let request = transfer.request
        self.transfer = transfer
        errorText.pointee = 0
        end = request.totalLimit.map { loop.now + $0 } ?? .max
        noteActivity()
        if let addresses {
            // Those that are marked by a plus are forgotten after a minute, as what libcurl looks up itself is (7.75).
            let mark = CurlLibrary.forgetsAddresses ? "+" : ""
            resolve = ec_list_append(nil, "\(mark)\(request.nextHost):\(request.nextPort):\(addresses)")
            ec_easy_set_pointer(easy, EC_RESOLVE, UnsafeRawPointer(resolve))
        }
        // A handshake tells whether one connection is enough for all; in the clear only an answer would.
        ec_easy_set_number(easy, EC_PIPEWAIT, request.isSecure && CurlLibrary.speaksHTTP2 ? 1 : 0)
        ec_easy_set_number(easy, EC_HTTPGET, 1)
        if request.method == "HEAD" { ec_easy_set_number(easy, EC_NOBODY, 1) }
        if let source = request.body {
            body = RequestBodyReader(source)
            source.begin { [weak transfer] in transfer?.bodyHasMore() }
            ec_easy_set_number(easy, EC_UPLOAD, 1)
            ec_easy_set_body_size(easy, source.size ?? -1)
        }
        // Where libcurl doesn't ask, only a new connection is never given up for another one.
        if !CurlLibrary.asksBeforeSending { ec_easy_set_number(easy, EC_FRESH_CONNECT, request.mayRepeat ? 0 : 1) }
        if let path = request.socketPath { ec_easy_set_pointer(easy, EC_UNIX_SOCKET_PATH, path) }
        if let proxy = request.proxy { use(proxy) }
        if request.isSecure, let security = transfer.session.security, !security.setUp(easy, for: request.host) {
            return false
        }
        let method = request.method == "GET" || request.method == "HEAD" ? nil : request.method
        // What is refused would leave the address of the request before.
        return ec_easy_set_pointer(easy, EC_URL, request.url) == EC_OK
            && ec_easy_set_pointer(easy, EC_CUSTOMREQUEST, method) == EC_OK
            && ec_easy_set_pointer(easy, EC_HTTPHEADER, UnsafeRawPointer(request.fields.list)) == EC_OK
    }

    private func use(_ proxy: Proxy) {
        ec_easy_set_pointer(easy, EC_PROXY_ADDRESS, proxy.address)
        ec_easy_set_pointer(easy, EC_PROXY_USER, proxy.login?.value.user)
        ec_easy_set_pointer(easy, EC_PROXY_PASSWORD, proxy.login?.value.password)
    }

    /// Makes it ready for another transfer.
    func clear() {
        if transfer?.request.socketPath != nil { ec_easy_set_pointer(easy, EC_UNIX_SOCKET_PATH, nil) }
        if transfer?.request.proxy != nil {
            ec_easy_set_pointer(easy, EC_PROXY_ADDRESS, "")
            ec_easy_set_pointer(easy, EC_PROXY_USER, nil)
            ec_easy_set_pointer(easy, EC_PROXY_PASSWORD, nil)
        }
        if let resolve {
            ec_easy_set_pointer(easy, EC_RESOLVE, nil)
            ec_list_free(resolve)
        }
        resolve = nil
        ec_easy_set_pointer(easy, EC_HTTPHEADER, nil)
        transfer = nil
        body = nil
        failure = nil
        sendings = 0
        hasBegun = false
        head = HeadReader()
    }

    /// Lets the transfer go on, whichever side was held up.
    func resume() {
        noteActivity()
        loop.check(at: deadline)
        ec_easy_resume(easy)
    }

    /// Why the transfer has failed; nil when it has not.
    func outcome(_ code: Int32) -> TransportFailure? {
        if let failure { return failure }
        guard code == EC_OK else {
            let text =
                errorText.pointee == 0
                ? ec_easy_error_text(code).map(String.init(cString:)) : String(cString: errorText)
            return TransportFailure(
                CurlOutcome(
                    code: Int(code), text: text ?? "", isHeadComplete: head.isComplete,
                    verification: ec_easy_info(easy, EC_INFO_SSL_VERIFY_RESULT),
                    proxyStatus: ec_easy_info(easy, EC_INFO_HTTP_CONNECT_CODE),
                    proxyError: ec_easy_info(easy, EC_INFO_PROXY_ERROR),
                    hasProxy: transfer?.request.proxy != nil,
                    hasCertificate: transfer?.session.security?.hasCertificate == true))
        }
        // libcurl takes a head that ends early for a whole one.
        return head.isComplete
            ? nil : TransportFailure(platform: .networkConnectionLost, "The head of the answer is cut off")
    }

    /// Notes what is known of the transfer at its end, or when it is given up.
    func noteMetrics() {
        guard let transfer else { return }
        // Where libcurl asked whether the request may leave, the connection is known already.
        let connection = sendings > 0 ? nil : ec_easy_connection(easy)
        let traffic = ec_easy_traffic(easy)
        transfer.note { metrics, _ in
            if let connection {
                metrics.note(connection, isSecure: transfer.request.isSecure, isReady: connection.ready > 0)
            }
            metrics.note(traffic)
        }
    }

    /// Puts the time limit off: there has been traffic.
    private func noteActivity() {
        deadline = min(end, transfer?.request.idleLimit.map { loop.now + $0 } ?? .max)
    }

    fileprivate func read(headLine line: UnsafeRawBufferPointer) -> Bool {
        noteActivity()
        guard let transfer else { return false }
        if !hasBegun { transfer.note { $0.firstByte = $1 } }
        hasBegun = true
        switch head.read(line) {
        case .more: return true
        case .broken(let failure):
            self.failure = failure
            return false
        case .complete(let head):
            transfer.didReceive(head)
            loop.tell(transfer)
            return true
        }
    }

    fileprivate func read(body bytes: UnsafeRawBufferPointer) -> Int {
        noteActivity()
        guard let transfer else { return 0 }
        loop.tell(transfer)
        guard transfer.didReceive(bytes) else {
            // Nobody waits for traffic meanwhile.
            deadline = end
            return Int(EC_WRITE_PAUSE)
        }
        return bytes.count
    }

    fileprivate func write(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        noteActivity()
        switch body?.read(into: buffer) ?? .end {
        case .bytes(let count): return count
        case .end: return 0
        case .later:
            deadline = end
            return Int(EC_READ_PAUSE)
        case .broken(let failure):
            self.failure = failure
            return Int(EC_READ_ABORT)
        }
    }

    /// Goes back to the start of the body, to send it on another connection.
    fileprivate func rewind(to offset: Int64) -> Bool {
        guard body?.rewind(to: offset) != false else {
            failure = .lostKeptConnection
            return false
        }
        return true
    }

    /// Whether the request may leave; a second time only where that can do no harm.
    fileprivate func maySend() -> Bool {
        sendings += 1
        if let transfer {
            let connection = ec_easy_connection(easy)
            transfer.note { metrics, _ in
                metrics.note(connection, isSecure: transfer.request.isSecure, isReady: true)
            }
        }
        guard sendings > 1, transfer?.request.mayRepeat != true else { return true }
        failure = .lostKeptConnection
        return false
    }
}

extension TransportFailure {
    fileprivate static var lostKeptConnection: TransportFailure {
        TransportFailure(
            platform: .networkConnectionLost, "The server closed the kept connection that the request was sent on")
    }
}

extension CurlHandle {
    fileprivate static func from(_ context: UnsafeMutableRawPointer?) -> CurlHandle? {
        context.map { Unmanaged<CurlHandle>.fromOpaque($0).takeUnretainedValue() }
    }
}

private let onHeader: ec_data_function = { bytes, size, count, context in
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return CurlHandle.from(context)?.read(headLine: line) == true ? line.count : 0
}

private let onBody: ec_data_function = { bytes, size, count, context in
    CurlHandle.from(context)?.read(body: UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
}

private let onRead: ec_data_function = { bytes, size, count, context in
    let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
    return CurlHandle.from(context)?.write(into: buffer) ?? Int(EC_READ_ABORT)
}

private let onSeek: ec_seek_function = { context, offset, origin in
    guard origin == SEEK_SET, CurlHandle.from(context)?.rewind(to: offset) == true else { return Int32(EC_SEEK_FAILED) }
    return 0
}

private let onPrereq: ec_prereq_function = { context, _, _, _, _ in
    CurlHandle.from(context)?.maySend() == true ? 0 : Int32(EC_PREREQ_ABORT)
}
#endif
