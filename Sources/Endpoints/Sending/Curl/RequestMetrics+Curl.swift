#if canImport(CEndpointsCurl)
import CEndpointsCurl

extension RequestMetrics.Values {
    /// Notes a transfer's connection, as far as there is one.
    ///
    /// - Parameters:
    ///   - connection: what libcurl knows of it.
    ///   - isSecure: whether there is TLS on the way to the server.
    ///   - isReady: whether the request leaves over it, or has left.
    mutating func note(_ connection: ec_connection, isSecure: Bool, isReady: Bool) {
        let address = String(cString: connection.address)
        // For a socket libcurl tells its path.
        if !address.hasPrefix("/") { (remoteHost, remotePort) = (address, connection.port) }
        if isReady { isReusedConnection = connection.made == 0 }
        guard connection.made > 0 else { return }
        connect = Self.time(from: connection.name_lookup, to: connection.connect)
        if isSecure { tlsHandshake = Self.time(from: connection.connect, to: connection.tls) }
    }

    /// Notes what a transfer has sent and received.
    mutating func note(_ traffic: ec_traffic) {
        requestBytes = traffic.sent
        responseBytes = traffic.received
        httpVersion =
            switch traffic.http_version {
            case 1: .http10
            case 2: .http11
            case 3: .http2
            case 30: .http3
            default: nil
            }
    }

    /// Zero stands for what hasn't been.
    private static func time(from start: Int64, to end: Int64) -> Duration? {
        end > 0 ? .microseconds(max(0, end - start)) : nil
    }
}
#endif
