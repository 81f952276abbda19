import Endpoints

#if os(Linux)
import Synchronization

/// A token behind the quickest lock that the platform has.
final class BareLock: Sendable {
    private let state: Mutex<(token: String, expiresAt: Date)>

    init(token: String, expiresAt: Date) { state = Mutex((token, expiresAt)) }

    /// The token while it is good; nil afterwards.
    func validToken() -> String? {
        state.withLock { $0.expiresAt > Date() ? $0.token : nil }
    }
}
#else
/// A token behind a lock; `Mutex` needs a later system than the package does.
final class BareLock: Sendable {
    private let state: Locked<(token: String, expiresAt: Date)>

    init(token: String, expiresAt: Date) { state = Locked((token, expiresAt)) }

    /// The token while it is good; nil afterwards.
    func validToken() -> String? {
        state.withLock { $0.expiresAt > Date() ? $0.token : nil }
    }
}
#endif
