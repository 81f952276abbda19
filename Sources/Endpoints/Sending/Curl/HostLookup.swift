#if canImport(CEndpointsCurl)
import CEndpointsCurl

/// A host's addresses, from the system.
enum HostLookup {
    /// The addresses in the form of `CURLOPT_RESOLVE`.
    typealias Outcome = Result<String, TransportFailure>

    private final class Order {
        let host: String
        let completion: @Sendable (Outcome) -> Void

        init(_ host: String, _ completion: @escaping @Sendable (Outcome) -> Void) {
            self.host = host
            self.completion = completion
        }
    }

    /// Looks a host up on a thread of its own, which ends then.
    ///
    /// The system's function keeps its thread waiting for as long as a server of names takes, and can't be interrupted.
    static func start(_ host: String, completion: @escaping @Sendable (Outcome) -> Void) {
        let order = Unmanaged.passRetained(Order(host, completion))
        let isStarted = ec_thread_detach(
            { context in
                guard let context else { return }
                let order = Unmanaged<Order>.fromOpaque(context).takeRetainedValue()
                order.completion(HostLookup.addresses(of: order.host))
            }, order.toOpaque())
        guard !isStarted else { return }
        order.release()
        completion(.failure(TransportFailure(platform: .cannotFindHost, "No thread can be had to look \(host) up on")))
    }

    private static func addresses(of host: String) -> Outcome {
        var code: Int32 = 0
        guard let text = ec_look_up(host, &code) else {
            let reason = ec_look_up_error_text(code).map(String.init(cString:)) ?? ""
            return .failure(TransportFailure(platform: .cannotFindHost, "Could not resolve host: \(host) (\(reason))"))
        }
        defer { free(text) }
        return .success(String(cString: text))
    }
}
#endif
