/// The authentication of one call, and how often it may still be renewed; retries of another kind don't count.
struct RenewalBudget: Sendable {
    private(set) var method: any AuthenticationMethod
    private var renewals = 0
    private var hadCredentials = false

    init(_ method: any AuthenticationMethod) {
        self.method = method
    }

    /// Whether a request may be sent: one without credentials may not follow one with them.
    mutating func admits(_ request: AuthenticatedRequest) -> Bool {
        guard !hadCredentials || request.hasCredentials else { return false }
        hadCredentials = request.hasCredentials
        // What goes out as nobody's is not tried again as somebody's who has signed in meanwhile.
        if !hadCredentials, method is any OptionalAuthentication { method = NoAuth() }
        return true
    }

    /// Whether a call whose sign-in has ended before anything was sent goes on without credentials.
    mutating func goesOnWithout<E>(after failure: EndpointTaskError<E>, hasSent: Bool) -> Bool {
        guard method is any OptionalAuthentication, !hasSent, case .authenticationError(.notAuthenticated) = failure
        else { return false }
        hadCredentials = false
        method = NoAuth()
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
