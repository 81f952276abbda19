/// Whether calls may leave the process; the one thing about mocking that belongs to the process.
package enum RealNetwork {
    private static let isAllowed = Locked(ProcessInfo.processInfo.environment["ENDPOINTS_FORBID_NETWORK"] != "1")

    /// Allows or forbids calls that nothing answers in the network's place.
    package static func allow(_ isAllowed: Bool) {
        self.isAllowed.withLock { $0 = isAllowed }
    }

    /// Throws when calls must not leave the process.
    static func check(for endpoint: Any.Type) throws(TransportFailure) {
        guard !isAllowed.withLock({ $0 }) else { return }
        throw TransportFailure(code: .networkForbidden, detail: "\(endpoint)")
    }
}
