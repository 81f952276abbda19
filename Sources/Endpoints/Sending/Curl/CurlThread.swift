#if canImport(CEndpointsCurl)
import CEndpointsCurl

/// The thread that talks to libcurl, one for the process, as others see it: a place to leave commands.
final class CurlThread: Sendable {
    enum Command: Sendable {
        case start(CurlTransfer)
        case stop(CurlTransfer)
        /// There is room for more of the answer, or there is more of the request.
        case resume(CurlTransfer)
        case lookedUp(host: String, HostLookup.Outcome)
        case cancelAll(of: UniqueID)
        case close(UniqueID)
        case shutDown
    }

    private struct Mailbox: Sendable {
        var commands: [Command] = []
        /// Whether the loop looks into the mailbox before it waits again.
        var isAwake = true
        var isShut = false
    }

    /// Started at first use; nil where no thread or descriptor can be had.
    static let shared = CurlThread()

    /// Kept when the thread has ended: at exit transfers may be under way, and nothing of them can be torn down.
    nonisolated(unsafe) private static var loop: CurlLoop?  // Safe because only the thread uses it.

    let poller = ec_poller_make()
    private let waker = ec_waker_make()
    private let mailbox = Locked(Mailbox())

    private init?() {
        guard poller >= 0, waker >= 0 else { return nil }
        ec_poller_watch_waker(poller, waker)
        // It lives as long as the process.
        let context = Unmanaged.passRetained(self).toOpaque()
        let isStarted = ec_thread_start(
            { context in
                guard let context else { return }
                let loop = CurlLoop(Unmanaged<CurlThread>.fromOpaque(context).takeUnretainedValue())
                CurlThread.loop = loop
                loop.run()
            }, context)
        guard isStarted else { return nil }
        // Registered after libcurl's first use, so it runs before OpenSSL tidies up, which a handshake would not survive.
        atexit { CurlThread.shared?.end() }
    }

    /// Whether the process is a fork of the one that the thread is in.
    static var isForked: Bool { ec_is_forked() }

    /// Leaves a command; false when the thread is none of this process, or has ended.
    @discardableResult
    func post(_ command: Command, isLast: Bool = false) -> Bool {
        // A fork has a copy of a lock that somebody else may hold.
        guard !ec_is_forked() else { return false }
        let (isAccepted, mustWake) = mailbox.withLock { mailbox -> (Bool, Bool) in
            guard !mailbox.isShut else { return (false, false) }
            mailbox.commands.append(command)
            mailbox.isShut = isLast
            defer { mailbox.isAwake = true }
            return (true, !mailbox.isAwake)
        }
        if mustWake { ec_waker_wake(waker) }
        return isAccepted
    }

    /// Takes the commands that have been left.
    func take() -> [Command] {
        mailbox.withLock { mailbox in
            defer { mailbox.commands.removeAll() }
            return mailbox.commands
        }
    }

    /// Whether the loop may wait, because there are no commands; the next one wakes it then.
    func mayWait() -> Bool {
        mailbox.withLock { mailbox in
            mailbox.isAwake = !mailbox.commands.isEmpty
            return !mailbox.isAwake
        }
    }

    private func end() {
        guard post(.shutDown, isLast: true) else { return }
        ec_thread_join()
    }
}
#endif
