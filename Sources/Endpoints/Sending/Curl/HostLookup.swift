#if canImport(CEndpointsCurl)
import CEndpointsCurl

/// A host's addresses, from the system.
enum HostLookup {
    /// The addresses in the form of `CURLOPT_RESOLVE`.
    typealias Outcome = Result<String, TransportFailure>

    /// Looks a host up on a thread of its own, which ends then.
    ///
    /// The system's function keeps its thread waiting for as long as a server of names takes, and can't be interrupted.
    static func start(_ host: String, completion: @escaping @Sendable (Outcome) -> Void) {
        Thread.detachNewThread {
            var code: Int32 = 0
            guard let text = ec_look_up(host, &code) else {
                let reason = ec_look_up_error_text(code).map(String.init(cString:)) ?? ""
                return completion(
                    .failure(TransportFailure(platform: .cannotFindHost, "Could not resolve host: \(host) (\(reason))"))
                )
            }
            defer { free(text) }
            completion(.success(String(cString: text)))
        }
    }
}
#endif
