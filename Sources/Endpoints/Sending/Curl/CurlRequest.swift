#if canImport(CEndpointsCurl)
import CEndpointsCurl

/// A request as libcurl is told it.
struct CurlRequest: Sendable {
    let address: URL
    /// The address as libcurl gets it.
    let url: String
    let method: String
    let host: String
    let port: Int
    let isSecure: Bool
    /// The path of the Unix-domain socket that stands for the host.
    let socketPath: String?
    let proxy: Proxy?
    let fields: CurlFields
    /// What the body is read from; nil for a method that has none.
    let body: (any RequestBodySource)?
    /// Whether it may be sent a second time where the first one may have been carried out.
    let mayRepeat: Bool
    /// The time without traffic after which it is given up, in milliseconds.
    let idleLimit: Int64?
    /// The time after which it is given up, in milliseconds.
    let totalLimit: Int64?

    /// The host that a connection is made to, and its port.
    var nextHost: String { proxy?.host ?? host }
    var nextPort: Int { proxy?.port ?? port }

    /// The shorter one of the limits.
    var shorterLimit: Int64? { [idleLimit, totalLimit].compactMap { $0 }.min() }

    /// A request of a session.
    ///
    /// - Throws: a failure for an address that is none of HTTP, and for a proxy whose address can't be read.
    init(_ request: URLRequest, of session: CurlSession) throws(TransportFailure) {
        guard let url = request.url, let origin = Origin(url), origin.isHTTP else {
            throw TransportFailure(platform: .unsupportedURL, "The address is none of HTTP")
        }
        address = url
        self.url = origin.isUnixSocket ? url.localText : url.withLowercaseScheme.absoluteString
        method = request.httpMethod ?? "GET"
        socketPath = origin.isUnixSocket ? origin.host : nil
        host = origin.isUnixSocket ? "localhost" : origin.host.trimmingBrackets
        proxy = try session.proxies?.proxy(for: origin)
        if proxy?.kind == .https, session.security != nil {
            // libcurl would ask of the proxy what is asked of the server.
            throw TransportFailure(code: .unsupportedSession, detail: "TransportSecurity with a proxy that speaks TLS")
        }
        port = origin.port
        isSecure = origin.isSecure
        let kind = HTTPMethod(rawValue: method)
        if let stream = request.httpBodyStream {
            body = StreamBody(stream)
        } else if let data = request.httpBody, !data.isEmpty {
            body = DataBody(data)
        } else {
            // A length of nothing is told where a body is usual (RFC 9110 §8.6).
            body = [.post, .put, .patch].contains(kind) ? DataBody(Data()) : nil
        }
        mayRepeat = kind.isIdempotent && request.httpBodyStream == nil
        fields = CurlFields(request.allHTTPHeaderFields ?? [:])
        let isUnset = request.timeoutInterval == PlatformTimeout.unset
        idleLimit = (isUnset ? session.idleLimit : request.timeoutInterval).limitInMilliseconds
        totalLimit = session.totalLimit.limitInMilliseconds
    }
}

/// Header lines in libcurl's form.
final class CurlFields: Sendable {
    nonisolated(unsafe) let list: OpaquePointer?  // Safe because nobody changes it.

    private static let usual: [(name: String, line: String)] = [
        ("Accept-Encoding", ec_has_zlib() ? "Accept-Encoding: gzip, deflate" : "Accept-Encoding:"),
        (
            "User-Agent",
            "User-Agent: \(ProcessInfo.processInfo.processName) (unknown version) curl/\(CurlLibrary.version)"
        ),
        // It waits a second for servers that have never heard of it.
        ("Expect", "Expect:"),
    ]

    init(_ fields: [String: String]) {
        var list: OpaquePointer?
        var given = 0
        for (name, value) in fields {
            // A field without a value has to be asked for; otherwise libcurl takes it for one that isn't wanted.
            let isEmpty = value.utf8.allSatisfy(\.isBlank)
            list = ec_list_append(list, isEmpty ? "\(name);" : "\(name): \(value)")
            for (index, usual) in Self.usual.enumerated() where name.isASCIIEqual(to: usual.name.lowercased()) {
                given |= 1 << index
            }
        }
        for (index, usual) in Self.usual.enumerated() where given & 1 << index == 0 {
            list = ec_list_append(list, usual.line)
        }
        self.list = list
    }

    deinit {
        if let list { ec_list_free(list) }
    }
}

extension TimeInterval {
    /// The limit for the loop; nil for one that nobody lives to see.
    fileprivate var limitInMilliseconds: Int64? {
        guard isFinite, self < Duration.longest.timeInterval else { return nil }
        return Int64(Swift.max(self, 0) * 1000)
    }
}

extension URL {
    /// The address that a server behind a socket sees.
    fileprivate var localText: String {
        let parts = absoluteString.dropFirst((scheme ?? "").count + 3)
        return "http://localhost" + parts.drop { $0 != "/" && $0 != "?" && $0 != "#" }
    }
}
#endif
