extension ConformanceViolation.Rule {
    /// A request gets credentials.
    public static let attachment = method(
        name: "attachment",
        expectation: "authenticate(request:) adds a header field or a query item that has a value",
        remedy: """
            Set the field on the request that is returned. A value with a line break is dropped by URLRequest without a \
            word on Linux; throw when there are no credentials.
            """
    )
    /// Nothing but credentials is added.
    public static let restraint = method(
        name: "restraint",
        expectation: "authenticate(request:) leaves all else as it is: method, body, fields, address and query items",
        remedy: """
            Change a copy of the request instead of making a new one. Append to URLComponents.percentEncodedQueryItems: \
            queryItems escapes what is there anew and turns %2B into a plus sign.
            """
    )
    /// A field that is there already is no error.
    public static let declaredFields = method(
        name: "declaredFields",
        expectation: "authenticate(request:) takes a request that has the method's header field or query item already",
        remedy: "Return such a request as it is: what the endpoint declares is sent in any case."
    )
    /// Every attempt can be authenticated.
    public static let repeatability = method(
        name: "repeatability",
        expectation: """
            authenticate(request:) works any number of times, and adds nothing twice to a request that has its \
            credentials
            """,
        remedy: "Use setValue(_:forHTTPHeaderField:), not addValue, and look whether the query has the item."
    )
    /// No text shows a credential.
    public static let concealment = method(
        name: "concealment",
        expectation: "no description, dump or mirror of the method shows a credential",
        remedy: """
            Conform to CustomReflectable with a mirror without children, and show no secret in a description; or keep \
            it in a closure. A made-up credential that is a word of the method's own text is found there, too.
            """
    )
    /// Calls at the same time are independent of each other.
    public static let concurrency = method(
        name: "concurrency",
        expectation: "authenticate(request:) can run many times at once, and each call returns its own request",
        remedy: "Keep no request in the method, and let calls wait for credentials instead of failing."
    )
    /// A cancelled call ends, alone.
    public static let cancellation = method(
        name: "cancellation",
        expectation: """
            authenticate(request:) of a cancelled task comes back, with or without an error, and neither other calls \
            nor later ones notice
            """,
        remedy: """
            Wait with something that a cancellation ends, and do what others wait for in a Task of its own, so that it \
            doesn't end with the first who asked.
            """
    )
    /// A success needs no new credentials.
    public static let ignoringSuccess = method(
        name: "ignoringSuccess",
        expectation: "shouldReauthenticate(after:body:to:) is false for a 200 with an empty body",
        remedy: "Return true only for the answer by which the server refuses the credentials."
    )
    /// Others' credentials say nothing about the method's.
    public static let foreignCredentials = method(
        name: "foreignCredentials",
        expectation: "shouldReauthenticate(after:body:to:) is false for a request with none or others' credentials",
        remedy: "Compare what the request carries with what the method has handed out, earlier credentials included."
    )
    /// A method that renews may be asked to.
    public static let retryAttempts = method(
        name: "retryAttempts",
        expectation: "maxRetryAttempts of a method that renews is 1 or more",
        remedy: "Leave maxRetryAttempts out: its default is 1."
    )
    /// A refusal is understood.
    public static let renewalTrigger = method(
        name: "renewalTrigger",
        expectation: """
            shouldReauthenticate(after:body:to:) is true when the server refuses a request with the method's \
            credentials, also with those from before a renewal
            """,
        remedy: """
            Look at the answer's status and remember what was handed out: a request that was under way during a renewal \
            is refused for its old credentials, and is to be tried again with the new ones.
            """
    )
    /// A renewal changes the credentials.
    public static let renewal = method(
        name: "renewal",
        expectation: "after reauthenticate(after:) a request gets other credentials than the one that failed",
        remedy:
            "Return from reauthenticate(after:) only when the new credentials are in use; throw when there are none."
    )
    /// What was renewed already is not renewed again.
    public static let rotation = method(
        name: "rotation",
        expectation: "reauthenticate(after:) does nothing for a request whose credentials have been replaced already",
        remedy: """
            Compare the failed request's credentials with the present ones first: a second renewal presents a refresh \
            token that may have been spent, which servers take for theft.
            """
    )
    /// Many failures need one renewal.
    public static let sharedRenewal = method(
        name: "sharedRenewal",
        expectation: "any number of reauthenticate(after:) at once leads to one renewal, whose credentials all get",
        remedy: "Keep the running renewal in an actor and let everybody who comes wait for it, as JWTAuth does."
    )
    /// Without credentials nothing is sent.
    public static let authenticationFailures = method(
        name: "authenticationFailures",
        expectation: "authenticate(request:) throws when the method can't get credentials",
        remedy: "Let the error through: a request without credentials would be sent as nobody's."
    )

    private static func method(name: String, expectation: String, remedy: String) -> Self {
        Self(subject: "authentication method", name: name, expectation: expectation, remedy: remedy)
    }
}
