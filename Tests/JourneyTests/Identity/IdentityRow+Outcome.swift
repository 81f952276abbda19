/// What becomes of a call by R-22.
extension IdentityRow {
    /// What the caller gets, and the tokens under which the server sees the call.
    struct Outcome: Equatable, Sendable {
        let result: String
        let sent: [String]

        /// Nothing more is sent, and the call fails.
        static func fault(_ name: String, after sent: [String] = []) -> Self { Self(result: name, sent: sent) }
        /// The server answers well under this token.
        static func success(_ token: String, after sent: [String] = []) -> Self {
            Self(result: token, sent: sent + [token])
        }
        /// The server's refusal is the result.
        static let refusal = Self(result: "401", sent: ["A1"])
    }

    var outcome: Outcome {
        switch moment {
        case .waitsToSend: waiting(rejection: "refreshRejected", after: [])
        case .refused: waiting(rejection: "refreshRejected", after: ["A1"])
        case .betweenRetries: paused
        case .inLine: inLine
        case .answeredWell: .success("A1")
        case .answeredBadly: answeredBadly
        case .redirected: redirected
        case .storeIsRead, .loginRuns: unbound
        }
    }

    /// One that may go out without a token, since nothing has been sent for it.
    private func first(_ fault: String) -> Outcome {
        wrapping == .ifAvailable && command.token == nil ? .success("nothing") : .fault(fault)
    }

    /// One that waits for a refresh, which holds the store: other owners come after it.
    private func waiting(rejection: String, after sent: [String]) -> Outcome {
        if command.isOther { return .success("A2", after: sent) }
        if command.keepsSignIn, let token = command.token { return .success(token, after: sent) }
        let fault = command == .rejection ? rejection : command.fault
        return sent.isEmpty ? first(fault) : .fault(fault, after: sent)
    }

    /// One whose first attempt was answered with 503; nobody looks at the store before the next one.
    private var paused: Outcome {
        if command.isOther { return .success("A1", after: ["A1"]) }
        if command.keepsSignIn, let token = command.token { return .success(token, after: ["A1"]) }
        return .fault(command.fault, after: ["A1"])
    }

    /// One that has its token, and waits for a connection: it goes out with the token that the sign-in has then.
    ///
    /// Nobody looks at the store.
    private var inLine: Outcome {
        if command.isOther { return .success("A1") }
        if command.keepsSignIn, let token = command.token { return .success(token) }
        return first(command.fault)
    }

    /// One whose refusal arrives afterwards; what another owner did is seen when the store is read for the refresh.
    private var answeredBadly: Outcome {
        guard wrapping != .bearer else { return .refusal }
        if command.keepsSignIn, let token = command.token { return .success(token, after: ["A1"]) }
        // The server's word ended the sign-in, and this call's answer is the same word.
        if command == .rejection { return .fault(command.fault, after: ["A1"]) }
        return command.isOther ? .fault(command.fault, after: ["A1"]) : .refusal
    }

    /// One that is sent on by the answer; the new place is asked with the token that it has, while that is the account's.
    private var redirected: Outcome {
        command.isOther || command.keepsSignIn
            ? .success("A1", after: ["A1"]) : .fault(command.fault, after: ["A1"])
    }

    /// One that belongs to the sign-in of its first token.
    private var unbound: Outcome {
        // A sign-in of one's own ends after the other owner's command, and takes its place.
        if moment == .loginRuns, command.isOther { return .success("A3") }
        return command.token.map { .success($0) } ?? first(command.fault)
    }

    /// The access token that the store has in the end.
    var stored: String? {
        switch moment {
        case .loginRuns where command.isOther: "A3"
        case .waitsToSend where command == .otherRenewal, .refused where command == .otherRenewal: "A2"
        default: command.token
        }
    }
}
