import Endpoints
import EndpointsMocking

extension AuthenticationFault {
    /// Methods that show their credentials.
    static let texts: [AuthenticationFault] = [
        showing("its token", StubAccount.token(1)),
        showing("its token in an optional of an array", [[String?.some("<\(StubAccount.token(1))>")]]),
        showing("its token's bytes", Data(StubAccount.token(1).utf8)),
        showing("its token in a mirror alone", Mirrored()),
        showing("its token's bytes in a superclass", Derived()),
        showing("a password", ["pa55:word"]) { $1.with("Basic \(Data("user:pa55:word".utf8).base64EncodedString())") },
        showing("a cookie", "c00kie-value") { $1.with("a=b; session=c00kie-value", for: "Cookie") },
        showing("an item", "k3y/value") { $1.appending("key=k3y%2Fvalue") },
        showing("a nameless item", "k3y-value") { $1.appending("k3y-value") },
        showing("a parameter", "t0ken-value") { $1.with(#"Token id="4711", token="t0ken-value""#) },
    ]

    private struct Mirrored: Sendable, CustomStringConvertible, CustomReflectable {
        let description = "nothing"
        var customMirror: Mirror { Mirror(self, children: ["hidden": StubAccount.token(1)]) }
    }

    private class Base: @unchecked Sendable {  // Safe because nothing in it changes.
        let token = Data(StubAccount.token(1).utf8)
    }

    private final class Derived: Base, @unchecked Sendable {}  // Safe because nothing in it changes.

    private static func showing(
        _ what: String,
        _ shown: any Sendable,
        _ authenticate: @escaping @Sendable (StubAccount, URLRequest) async throws -> URLRequest = {
            $1.with("Token \($0.token)")
        }
    ) -> AuthenticationFault {
        AuthenticationFault("shows \(what)", .conceals, .concealment) {
            $0.shown = shown
            $0.onAuthenticate = authenticate
        }
    }

    /// Methods that can't be used by several calls.
    static let calls: [AuthenticationFault] = [
        AuthenticationFault("is busy", .concurrency, .concurrency) {
            let second = SharedResult<Void>()
            $0.onAuthenticate = { account, request in
                guard account.count() == 1 else {
                    second.settle(.success(()))
                    throw StubAccount.Refused()
                }
                try await second.value()
                return request.with(account.token)
            }
        },
        AuthenticationFault("returns another call's request", .concurrency, .concurrency) {
            let second = SharedResult<URLRequest>()
            $0.onAuthenticate = { account, request in
                guard account.count() == 1 else {
                    second.settle(.success(request))
                    return request.with(account.token)
                }
                return try await second.value().with(account.token)
            }
        },
        AuthenticationFault("gives to the first only", .concurrency, .concurrency) {
            $0.onAuthenticate = { account, request in account.count() == 1 ? request.with(account.token) : request }
        },
        AuthenticationFault("waits for itself", .concurrency, .concurrency) {
            $0.onAuthenticate = { account, request in
                try await account.waitForEver()
                return request
            }
        },
        AuthenticationFault("goes on when cancelled", .cancellation, .cancellation) {
            $0.onAuthenticate = { account, request in
                if Task.isCancelled { await Task { try? await account.waitForEver() }.value }
                return request.with(account.token)
            }
        },
        AuthenticationFault("doesn't notice a cancellation while it waits", .cancellation, .cancellation) {
            $0.onAuthenticate = { account, request in
                try Task.checkCancellation()
                // The first comes after the early cancellation, the second is cancelled while it runs.
                guard request.httpMethod == "POST", account.count() == 2 else { return request.with(account.token) }
                await Task { try? await account.waitForEver() }.value
                return request
            }
        },
        AuthenticationFault("fails after a cancellation", .cancellation, .cancellation) {
            $0.onAuthenticate = { account, request in
                if Task.isCancelled { account.isBroken.withLock { $0 = true } }
                if account.isBroken.withLock({ $0 }) { throw CancellationError() }
                return request.with(account.token)
            }
        },
        AuthenticationFault("attaches nothing after a cancellation", .cancellation, .cancellation) {
            $0.onAuthenticate = { account, request in
                if Task.isCancelled { account.isBroken.withLock { $0 = true } }
                return account.isBroken.withLock { $0 } ? request : request.with(account.token)
            }
        },
        AuthenticationFault("sends as nobody", .failures, .authenticationFailures) {
            $0.onAuthenticate = { account, request in
                account.isBroken.withLock { $0 } ? request : request.with(account.token)
            }
        },
        AuthenticationFault("sends what it has", .failures, .authenticationFailures) { _ in },
    ]

    /// Methods that take an answer for what it isn't.
    static let answers: [AuthenticationFault] = [
        AuthenticationFault("renews after a success", .success, .ignoringSuccess) {
            $0.onAnswer = { account, _, token in token.map(account.isOwn) ?? false }
        },
        AuthenticationFault("looks at the status alone", .success, .foreignCredentials) {
            $0.onAnswer = { _, status, _ in status == 401 }
        },
        AuthenticationFault("takes any credentials for its own", .success, .foreignCredentials) {
            $0.onAnswer = { _, status, token in status == 403 && token != nil }
        },
        AuthenticationFault("takes none for its own", .success, .foreignCredentials) {
            $0.onAnswer = { account, status, token in status == 401 && (token.map(account.isOwn) ?? true) }
        },
    ]

    /// Methods that don't renew as they should.
    static let renewals: [AuthenticationFault] = [
        AuthenticationFault("never retries", .renewal, .retryAttempts) { $0.maxRetryAttempts = 0 },
        AuthenticationFault("never renews", .renewal, .renewalTrigger) { $0.onAnswer = { _, _, _ in false } },
        AuthenticationFault("forgets what it handed out", .renewal, .renewalTrigger) {
            $0.onAnswer = { account, status, token in status == 401 && token == account.token }
        },
        AuthenticationFault("renews others' credentials", .renewal, .foreignCredentials) {
            $0.onAnswer = { _, status, _ in status == 401 }
        },
        AuthenticationFault("renews nothing", .renewal, .renewal) { $0.onRenew = { _, _ in } },
        AuthenticationFault("can't renew", .renewal, .renewal) {
            $0.onRenew = { _, _ in throw StubAccount.Refused() }
        },
        AuthenticationFault("renews for ever", .renewal, .renewal) {
            $0.onRenew = { account, _ in try await account.waitForEver() }
        },
        AuthenticationFault("asks twice", .renewal, .renewal) {
            $0.onRenew = { account, token in
                guard token == account.token else { return }
                account.countRenewal()
                try await account.renew()
            }
        },
        AuthenticationFault("renews what is new", .renewal, .rotation) {
            $0.onRenew = { account, _ in try await account.renew() }
        },
        AuthenticationFault("presents what is spent", .renewal, .rotation) {
            $0.onRenew = { account, token in
                guard token == account.token else { throw StubAccount.Refused() }
                try await account.renew()
            }
        },
        AuthenticationFault("asks for nothing", .renewal, .rotation) {
            $0.onRenew = { account, token in
                guard token == account.token else { return account.countRenewal() }
                try await account.renew()
            }
        },
        AuthenticationFault("everybody renews", .renewal, .sharedRenewal) {
            let isCrowd = SharedResult<Void>()
            $0.onRenew = { account, token in
                guard token == account.token else { return }
                let number = account.count()
                if number > 2 { isCrowd.settle(.success(())) }
                if number > 1 { try await isCrowd.value() }
                account.countRenewal()
                account.replaceToken()
            }
        },
        AuthenticationFault("the second is refused", .renewal, .sharedRenewal) {
            let isCrowd = SharedResult<Void>()
            $0.onRenew = { account, token in
                guard token == account.token else { return }
                let number = account.count()
                guard number <= 2 else {
                    isCrowd.settle(.success(()))
                    throw StubAccount.Refused()
                }
                if number > 1 { try await isCrowd.value() }
                account.countRenewal()
                account.replaceToken()
            }
        },
        AuthenticationFault("renews once in its life", .renewal, .sharedRenewal) {
            $0.onRenew = { account, token in
                if token == StubAccount.token(1), token == account.token { try await account.renew() }
            }
        },
        AuthenticationFault("goes on before it is renewed", .renewal, .sharedRenewal) {
            let isCrowd = SharedResult<Void>()
            $0.onRenew = { account, token in
                guard token == account.token else { return }
                let number = account.count()
                guard number <= 2 else { return _ = isCrowd.settle(.success(())) }
                if number > 1 { try await isCrowd.value() }
                try await account.renew()
            }
        },
    ]
}
