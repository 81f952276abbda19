/// The authentication of one call, and how often it may still be renewed; retries of another kind don't count.
struct RenewalBudget: Sendable {
    let method: any AuthenticationMethod
    private var renewals = 0
    private var hadCredentials = false
    private var hasAskedAgain = false

    init(_ method: any AuthenticationMethod) {
        self.method = method
    }

    /// Whether a request may be sent: one without credentials may not follow one with them.
    mutating func admits(_ request: AuthenticatedRequest) -> Bool {
        guard !hadCredentials || request.hasCredentials else { return false }
        hadCredentials = request.hasCredentials
        return true
    }

    /// Whether the method is asked again, once, for a call whose sign-in has ended before anything was sent.
    ///
    /// It may let the call go without credentials.
    mutating func asksAgain<E>(after failure: EndpointTaskError<E>, hasSent: Bool) -> Bool {
        guard hadCredentials, !hasSent, !hasAskedAgain, case .authenticationError(.notAuthenticated) = failure
        else { return false }
        hadCredentials = false
        hasAskedAgain = true
        return true
    }

    /// Whether the answer asks for a renewal that the method may still make; that one is counted then.
    ///
    /// The method is asked also when it may not, since a refusal after a renewal may mean more to it.
    mutating func take(for arrival: Passage.Arrival, of request: AuthenticatedRequest) -> Bool {
        guard arrival.refutes(request, of: method), renewals < method.maxRetryAttempts else { return false }
        renewals += 1
        return true
    }
}
