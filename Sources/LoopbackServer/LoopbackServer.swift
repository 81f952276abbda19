package import Foundation

/// A small HTTP/1.1 server of this machine, that serves as long as it is kept.
package final class LoopbackServer: Sendable {
    /// Where it listens.
    package enum Place: Sendable {
        case ipv4, ipv6
        /// A Unix-domain socket, whose file stays behind.
        case file(String)
    }

    /// The port the system chose.
    package let port: Int
    /// The address of the server, without a path.
    package let url: URL

    private let service: Service
    private let loopThread = Locked<UInt?>(nil)
    private let isClosed = DispatchSemaphore(value: 0)

    /// Serves with a handler that runs as a task for each request; without recording, requests are only counted.
    package convenience init(
        recording: Bool = true, handler: @escaping @Sendable (Request) async -> Reply
    ) throws {
        try self.init(recording: recording, .task(handler))
    }

    /// Serves a list of replies: the first request gets the first one, and the last one repeats.
    package convenience init(replies: [Reply], recording: Bool = true, at place: Place = .ipv4) throws {
        let final = replies.last ?? Reply(status: 500, body: "no reply is scripted")
        try self.init(
            recording: recording, at: place,
            .immediate { $0.number < replies.count ? replies[$0.number] : final })
    }

    /// Serves with a handler that runs on the server's thread: the quickest way, for handlers that never block.
    package static func immediate(
        recording: Bool = true, handler: @escaping @Sendable (Request) -> Reply
    ) throws -> LoopbackServer {
        try LoopbackServer(recording: recording, .immediate(handler))
    }

    private init(recording: Bool, at place: Place = .ipv4, _ handler: Handler) throws {
        let mailbox = try Mailbox()
        let listener: (descriptor: Int32, port: Int)
        do {
            listener = try Socket.openListener(at: place)
        } catch {
            mailbox.close()
            throw error
        }
        port = listener.port
        guard let url = place.url(port: listener.port) else {
            mailbox.close()
            Socket.release(listener.descriptor)
            throw SocketError(operation: "URL", code: 0)
        }
        self.url = url
        let service = Service(handler: handler, mailbox: mailbox, ledger: Ledger(isRecording: recording))
        self.service = service
        // The thread holds what it works on but not the server, whose end is what ends the thread.
        let thread = Thread { [loopThread, isClosed] in
            loopThread.withLock { $0 = Socket.currentThread }
            EventLoop(listener: listener.descriptor, service: service).run {
                loopThread.withLock { $0 = nil }
                isClosed.signal()
            }
        }
        thread.name = "LoopbackServer \(listener.port)"
        thread.start()
    }

    deinit {
        stop()
    }

    /// Every request received so far, in the order of arrival.
    package var requests: [Request] {
        service.ledger.requests
    }

    /// Why bytes that are no request were refused, in the order of arrival.
    package var rejections: [RequestFailure] {
        service.ledger.rejections
    }

    /// How many requests were received so far, recorded or not.
    package var requestCount: Int {
        service.ledger.received.count
    }

    /// How many connections were accepted so far.
    package var connectionCount: Int {
        service.ledger.accepted.count
    }

    /// How many connections are open.
    package var openConnections: Int {
        // In this order the difference cannot fall below zero.
        let closed = service.ledger.closed.count
        return service.ledger.accepted.count - closed
    }

    /// Suspends until at least `count` requests were received, the server stops or the task is cancelled.
    package func requests(count: Int) async -> [Request] {
        await service.ledger.received.wait(for: count)
        return requests
    }

    /// Suspends until at least `count` connections were accepted, the server stops or the task is cancelled.
    package func connectionsAccepted(count: Int) async {
        await service.ledger.accepted.wait(for: count)
    }

    /// Suspends until at least `count` connections were closed, the server stops or the task is cancelled.
    package func connectionsClosed(count: Int) async {
        await service.ledger.closed.wait(for: count)
    }

    /// Closes the listener and every connection; when it returns, the port refuses connections.
    package func stop() {
        service.mailbox.post(.stop)
        // A handler on the server's own thread cannot wait for it; the loop ends when the handler returns.
        guard loopThread.withLock({ $0 }) != Socket.currentThread else { return }
        // Passed on, so that it holds for every call.
        isClosed.wait()
        isClosed.signal()
    }
}

extension LoopbackServer.Place {
    fileprivate func url(port: Int) -> URL? {
        switch self {
        case .ipv4: URL(string: "http://127.0.0.1:\(port)")
        case .ipv6: URL(string: "http://[::1]:\(port)")
        case .file(let path):
            URL(string: "http+unix://\(path.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")")
        }
    }
}
