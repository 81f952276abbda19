#if canImport(CEndpointsCurl)
/// Carries the requests of a session over libcurl, by what the session's configuration says.
final class CurlSession: RequestCarrier {
    let id = UniqueID()
    let cookies: CookieJar?
    let additionalHeaders: [String: String]
    let gate: ConnectionGate?
    let connectionsPerHost: Int
    /// The time without traffic after which a request is given up, unless it has a limit of its own.
    let idleLimit: TimeInterval
    /// The time after which a request is given up.
    let totalLimit: TimeInterval
    /// What its TLS connections are made by; nil for libcurl's own ways.
    let security: CurlSecurity?
    let proxies: ProxySettings?
    private let validity: SessionValidity
    private let thread: CurlThread

    init(
        _ configuration: URLSessionConfiguration, securedBy security: TransportSecurity? = nil, on thread: CurlThread
    ) {
        self.thread = thread
        var flaw = configuration.flaw
        do throws(TransportSecurityError) {
            self.security = try security.map { settings throws(TransportSecurityError) in try CurlSecurity(settings) }
        } catch {
            self.security = nil
            flaw = TransportFailure(code: .unsupportedSession, detail: "TransportSecurity: \(error)")
        }
        validity = SessionValidity(flaw: flaw)
        proxies = ProxySettings(
            configuration.connectionProxyDictionary, environment: ProcessInfo.processInfo.environment)
        cookies = CookieJar(configuration)
        additionalHeaders = configuration.additionalFields
        connectionsPerHost = configuration.httpMaximumConnectionsPerHost
        gate = ConnectionGate(connectionsPerHost: connectionsPerHost, countsSecure: true)
        idleLimit = configuration.timeoutIntervalForRequest
        totalLimit = configuration.timeoutIntervalForResource
    }

    deinit {
        thread.post(.close(id))
    }

    func checkValidity() throws(TransportFailure) { try validity.check() }

    /// Lets no more calls begin; those under way end at once, or are finished.
    func invalidate(cancelingCalls: Bool) {
        validity.end()
        if cancelingCalls { thread.post(.cancelAll(of: id)) }
        thread.post(.close(id))
    }

    func send(
        _ request: URLRequest, maxResponseSize: Int?
    ) async throws(TransportFailure) -> TransportReply {
        let asked = try CurlRequest(request, of: self)
        let url = asked.address
        let transfer = CurlTransfer(asked, of: self, on: thread)
        let reply = try await withTaskCancellationHandler {
            do throws(TransportFailure) {
                // Nothing gets in between this and an invalidation.
                try validity.making { transfer.start() }
            } catch {
                return Result<TransportReply, TransportFailure>.failure(error)
            }
            return await transfer.reply(from: url, isHead: asked.method == "HEAD", limit: maxResponseSize)
        } onCancel: {
            transfer.cancel()
        }.get()
        // In the clear a proxy answers by itself; through a tunnel it can't.
        if reply.response.statusCode == 407, !asked.isSecure, asked.proxy?.isForHTTP == true {
            var failure = TransportFailure(code: .proxyAuthenticationRequired)
            failure.metrics = reply.metrics
            throw failure
        }
        if asked.isSecure { gate?.note(multiplexing: reply.isMultiplexed, at: url) }
        return reply
    }
}

extension CurlTransfer {
    /// Collects the answer, whose body may have no more bytes than the limit.
    fileprivate func reply(
        from url: URL, isHead: Bool, limit: Int?
    ) async -> Result<TransportReply, TransportFailure> {
        do throws(TransportFailure) {
            return .success(try await collected(from: url, isHead: isHead, limit: limit))
        } catch {
            cancel()
            var failure = error
            failure.metrics = metrics
            return .failure(failure)
        }
    }

    private func collected(
        from url: URL, isHead: Bool, limit: Int?
    ) async throws(TransportFailure) -> TransportReply {
        var body: CollectedBody?
        while true {
            switch await next() {
            case .head(let head): body = try CollectedBody(head, from: url, isHead: isHead, limit: limit)
            case .piece(let piece): try body?.append(piece)
            case .failure(let failure): throw failure
            case .end:
                guard let body else { throw TransportFailure(code: .invalidResponse) }
                return try body.reply(metrics)
            }
        }
    }
}

/// The body of an answer as it comes in, no larger than it may be.
struct CollectedBody {
    private let response: HTTPURLResponse
    private let limit: Int?
    private let setCookies: [String]
    private let isMultiplexed: Bool
    private let decoder: ContentDecoder
    private var data = Data()

    init(_ head: ReplyHead, from url: URL, isHead: Bool, limit: Int?) throws(TransportFailure) {
        guard let response = head.response(to: url) else {
            throw TransportFailure(platform: .badServerResponse, "The platform has no response for the answer's head")
        }
        self.response = response
        self.limit = limit
        isMultiplexed = head.version == .http2
        setCookies = head.hasCookies ? head.values(of: "set-cookie") : []
        // A head says nothing about a body that the method or the status keeps away.
        let hasContent = response.mayHaveContent && !isHead
        let coding = hasContent && head.hasCodings ? head.value(of: "content-encoding") : nil
        decoder = try ContentDecoder(coding)
        guard let length = head.contentLength, hasContent, decoder.isIdentity else { return }
        try check(size: length)
    }

    mutating func append(_ piece: Data) throws(TransportFailure) {
        guard !decoder.isIdentity else { return try add(piece) }
        try decoder.decode(piece) { content throws(TransportFailure) in try add(content) }
    }

    func reply(_ metrics: RequestMetrics) throws(TransportFailure) -> TransportReply {
        try decoder.finish()
        return TransportReply(
            data: data, response: response, setCookies: setCookies, isMultiplexed: isMultiplexed,
            metrics: metrics)
    }

    private mutating func add(_ content: Data) throws(TransportFailure) {
        if data.isEmpty { data = content } else { data.append(content) }
        try check(size: data.count)
    }

    private func check(size: Int) throws(TransportFailure) {
        guard limit != nil else { return }
        try TransportReply(data: data, response: response).check(size: size, limit: limit)
    }
}
#endif
