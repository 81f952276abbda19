/// The authentication of one call, and how often it may still be renewed; retries of another kind don't count.
struct RenewalBudget: Sendable {
    let method: any AuthenticationMethod
    private var renewals = 0
    private var hadCredentials = false

    init(_ method: any AuthenticationMethod) {
        self.method = method
    }

    /// Whether a request may be sent: one without credentials may not follow one with them.
    mutating func admits(_ request: AuthenticatedRequest) -> Bool {
        guard !hadCredentials || request.hasCredentials else { return false }
        hadCredentials = request.hasCredentials
        return true
    }

    /// Whether the answer asks for a renewal that the method may still make; that one is counted then.
    mutating func take(for arrival: Passage.Arrival, of request: AuthenticatedRequest) -> Bool {
        guard renewals < method.maxRetryAttempts, arrival.refutes(request, of: method) else { return false }
        renewals += 1
        return true
    }
}
