/// What carries the calls of a session, and why it is that.
///
/// On Linux it is libcurl, which FoundationNetworking is a layer over, and which is called without that layer. The
/// platform's own engine carries the calls of a session with protocol classes, those of a process without libcurl 7.68
/// or newer, and all of them when the environment variable `ENDPOINTS_TRANSPORT` is `foundation`. On Apple platforms it is
/// the session itself.
public struct TransferEngine: Hashable, Sendable {
    /// The name of the engine, such as `libcurl 7.88.1` or `URLSession`.
    public let name: String
    /// Why the session has this engine, in a few words.
    public let reason: String
}

extension TransferEngine: CustomStringConvertible {
    /// The name and the reason.
    public var description: String { "\(name) (\(reason))" }
}

extension URLSession {
    /// What carries the endpoint calls of this session.
    ///
    /// - Throws: a failure with the code ``TransportFailure/Code/unsupportedSession`` when nothing does.
    public var transferEngine: TransferEngine {
        get throws(TransportFailure) {
            let carrier = try requestCarrier()
            #if canImport(CEndpointsCurl)
            if carrier is CurlSession {
                return TransferEngine(name: "libcurl \(CurlLibrary.version)", reason: "the default on this platform")
            }
            #endif
            #if canImport(FoundationNetworking)
            return TransferEngine(name: "URLSession", reason: TransferEngine.obstacle(for: configuration) ?? "")
            #else
            return TransferEngine(name: "URLSession", reason: "the platform's own")
            #endif
        }
    }
}

#if canImport(FoundationNetworking)
extension TransferEngine {
    /// What the environment asks for.
    private static let wish = ProcessInfo.processInfo.environment["ENDPOINTS_TRANSPORT"]

    /// Why libcurl can't carry the calls of a session; nil when it can.
    fileprivate static func obstacle(for configuration: URLSessionConfiguration) -> String? {
        if wish == "foundation" { return "ENDPOINTS_TRANSPORT is foundation" }
        if hasOwnProtocols(configuration) { return "the session has protocol classes" }
        #if canImport(CEndpointsCurl)
        guard CurlLibrary.isUsable else { return "the process has no libcurl 7.68 or newer" }
        return CurlThread.shared == nil ? "no thread or descriptor can be had" : nil
        #else
        return "the package has been built without libcurl"
        #endif
    }

    /// Whether there are protocol classes besides those that every configuration has.
    private static func hasOwnProtocols(_ configuration: URLSessionConfiguration) -> Bool {
        (configuration.protocolClasses ?? []).contains { !usualProtocols.contains(ObjectIdentifier($0)) }
    }

    private static let usualProtocols = Set(
        (URLSessionConfiguration.default.protocolClasses ?? []).map(ObjectIdentifier.init))

    /// Why no call may go over a session of the platform's engine that is to be secured.
    static let securityFlaw = TransportFailure(
        code: .unsupportedSession, detail: "TransportSecurity takes libcurl; see URLSession.transferEngine")

    /// What carries the calls of a session without the platform's engine; nil when that has to.
    static func curlCarrier(
        for configuration: URLSessionConfiguration, securedBy security: TransportSecurity? = nil
    ) -> (any RequestCarrier)? {
        #if canImport(CEndpointsCurl)
        guard obstacle(for: configuration) == nil, let thread = CurlThread.shared else { return nil }
        return CurlSession(configuration, securedBy: security, on: thread)
        #else
        return nil
        #endif
    }
}
#endif
