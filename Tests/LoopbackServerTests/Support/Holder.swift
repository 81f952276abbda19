import Foundation
import LoopbackServer

/// Gives a handler access to its server without keeping it.
final class Holder: @unchecked Sendable {  // Safe because the only state is behind the lock.
    private let lock = NSLock()
    private weak var server: LoopbackServer?

    /// Remembers the server.
    func hold(_ server: LoopbackServer) {
        lock.withLock { self.server = server }
    }

    /// Stops the server if it is there.
    func stop() {
        lock.withLock { server }?.stop()
    }
}
