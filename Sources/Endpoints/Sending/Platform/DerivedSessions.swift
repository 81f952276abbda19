#if canImport(FoundationNetworking)
/// What carries the calls of each session of a user's, for as long as that one lives.
enum DerivedSessions {
    private static let carriers = SessionTable<any RequestCarrier> { $0.invalidate(cancelingCalls: false) }

    /// What carries the calls of a session; itself, when it is safe as it is.
    static func carrier(for source: URLSession) throws(TransportFailure) -> any RequestCarrier {
        if let session = source as? EndpointsSession { return session.curl ?? session }
        return try carriers.value(of: source) { () throws(TransportFailure) in
            let configuration = source.configuration
            guard configuration.identifier == nil else { throw TransportFailure(code: .unsupportedSession) }
            return TransferEngine.curlCarrier(for: configuration) ?? EndpointsSession(copying: configuration)
        }
    }

    /// The number of carriers that are kept.
    static var count: Int { carriers.count }
}
#endif
