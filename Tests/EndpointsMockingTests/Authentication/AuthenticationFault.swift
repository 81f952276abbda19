import Endpoints
import EndpointsMocking
import Testing

/// A method that breaks one rule, and the check that must find it.
struct AuthenticationFault: Sendable, CustomTestStringConvertible {
    enum Check: Sendable, CaseIterable {
        case attaches, declared, repeatable, conceals, concurrency, cancellation, success, renewal, failures
    }

    let testDescription: String
    let check: Check
    let rule: ConformanceViolation.Rule
    let spoil: @Sendable (inout StubAuth) -> Void

    init(
        _ description: String,
        _ check: Check,
        _ rule: ConformanceViolation.Rule,
        _ spoil: @escaping @Sendable (inout StubAuth) -> Void
    ) {
        testDescription = description
        self.check = check
        self.rule = rule
        self.spoil = spoil
    }

    static let all: [AuthenticationFault] = attachments + changes + repetitions + texts + calls + answers + renewals
}

extension AuthenticationFault {
    /// Methods that attach nothing.
    private static let attachments: [AuthenticationFault] = [
        AuthenticationFault("adds nothing", .attaches, .attachment) { $0.onAuthenticate = { $1 } },
        AuthenticationFault("adds an empty field", .attaches, .attachment) { $0.onAuthenticate = { $1.with("") } },
        AuthenticationFault("adds an empty item", .attaches, .attachment) {
            $0.onAuthenticate = { $1.appending("key=") }
        },
        AuthenticationFault("throws", .attaches, .attachment) {
            $0.onAuthenticate = { _, _ in throw StubAccount.Refused() }
        },
        AuthenticationFault("never comes back", .attaches, .attachment) {
            $0.onAuthenticate = { account, request in
                try await account.waitForEver()
                return request
            }
        },
    ]

    /// Methods that change what isn't theirs.
    private static let changes: [AuthenticationFault] = [
        changing("the method") { $0.httpMethod = "PUT" },
        changing("the body") { $0.httpBody = Data() },
        changing("nothing into a stream") {
            if $0.httpBody == nil { $0.httpBodyStream = InputStream(data: Data("{}".utf8)) }
        },
        changing("the time limit") { $0.timeoutInterval = 5 },
        changing("a field") { $0.setValue("text/plain", forHTTPHeaderField: "Accept") },
        changing("a field away") { $0.setValue(nil, forHTTPHeaderField: "Content-Type") },
        changing("the scheme") { $0.replace("https:", "http:") },
        changing("the host") { $0.replace("api.", "login.") },
        changing("the port") { $0.replace(":8443", "") },
        changing("the path") { $0.replace("a%2Fb", "a/b") },
        changing("the query away") { $0.replace("?page=2&tag=a%2Bb%20c%26d&page=3", "") },
        changing("an item") { $0.replace("page=3", "page=4") },
        changing("the order") { $0.replace("page=2&tag=a%2Bb%20c%26d&page=3", "page=3&tag=a%2Bb%20c%26d&page=2") },
        changing("the escapes") { $0.replace("%2B", "+") },
        changing("the fragment") { $0.replace("page=3", "page=3#top") },
        changing("the URL away") { $0.url = nil },
        AuthenticationFault("makes a new request", .attaches, .restraint) {
            $0.onAuthenticate = { account, request in
                request.url.map { URLRequest(url: $0).with(account.token) } ?? request
            }
        },
    ]

    private static func changing(
        _ what: String,
        _ change: @escaping @Sendable (inout URLRequest) -> Void
    ) -> AuthenticationFault {
        AuthenticationFault("changes \(what)", .attaches, .restraint) {
            $0.onAuthenticate = { account, request in
                var request = request.with(account.token)
                change(&request)
                return request
            }
        }
    }

    /// Methods that can be used once.
    private static let repetitions: [AuthenticationFault] = [
        AuthenticationFault("refuses a declared field", .declared, .declaredFields) {
            $0.onAuthenticate = { account, request in
                if request.value(forHTTPHeaderField: "X-Key") != nil { throw StubAccount.Refused() }
                return request.with(account.token)
            }
        },
        AuthenticationFault("refuses a declared item", .declared, .declaredFields) {
            $0.onAuthenticate = { account, request in
                if request.url?.query?.contains("key=") == true { throw StubAccount.Refused() }
                return request.appending("key=\(account.token)")
            }
        },
        AuthenticationFault("works once", .repeatable, .repeatability) {
            $0.onAuthenticate = { account, request in
                if account.count() > 1 { throw StubAccount.Refused() }
                return request.with(account.token)
            }
        },
        AuthenticationFault("attaches once", .repeatable, .repeatability) {
            $0.onAuthenticate = { account, request in account.count() > 1 ? request : request.with(account.token) }
        },
        AuthenticationFault("adds to a field", .repeatable, .repeatability) {
            $0.onAuthenticate = { account, request in
                var request = request
                request.addValue(account.token, forHTTPHeaderField: "X-Key")
                return request
            }
        },
        AuthenticationFault("adds other credentials to a field", .repeatable, .repeatability) {
            $0.onAuthenticate = { account, request in
                let old = request.value(forHTTPHeaderField: "Cookie").map { "; \($0)" } ?? ""
                return request.with("key=\(StubAccount.token(account.count()))\(old)", for: "Cookie")
            }
        },
        AuthenticationFault("adds an item each time", .repeatable, .repeatability) {
            $0.onAuthenticate = { account, request in request.appending("key=\(StubAccount.token(account.count()))") }
        },
        AuthenticationFault("adds a nameless item each time", .repeatable, .repeatability) {
            $0.onAuthenticate = { account, request in request.appending(account.token) }
        },
        AuthenticationFault("refuses its own request", .repeatable, .repeatability) {
            $0.onAuthenticate = { account, request in
                if request.value(forHTTPHeaderField: "X-Key") != nil { throw StubAccount.Refused() }
                return request.with(account.token)
            }
        },
        AuthenticationFault("takes a field away the second time", .repeatable, .repeatability) {
            $0.onAuthenticate = { account, request in
                let isFirst = request.value(forHTTPHeaderField: "X-Key") == nil
                return request.with(account.token).with(isFirst ? "application/json, */*;q=0.5" : nil, for: "Accept")
            }
        },
    ]
}

extension URLRequest {
    /// The request with another query item.
    func appending(_ item: String) -> URLRequest {
        var request = self
        let address = url?.absoluteString ?? ""
        request.url = URL(string: address + (address.contains("?") ? "&" : "?") + item)
        return request
    }

    fileprivate mutating func replace(_ old: String, _ new: String) {
        url = URL(string: (url?.absoluteString ?? "").replacingOccurrences(of: old, with: new))
    }
}
