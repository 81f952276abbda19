import Foundation

/// Serves all connections from one thread; it is made on that thread and never leaves it.
final class EventLoop {
    private let listener: Int32
    private let service: Service
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    private var connections: [Connection] = []
    private var byNumber: [Int: Connection] = [:]
    // The wake pipe, the listener, then the connections in the order of `connections`.
    private var watches: [Socket.Watch]
    private var isListenerPaused = false

    private static let fixed = 2

    /// Creates the loop for a listening socket.
    init(listener: Int32, service: Service) {
        self.listener = listener
        self.service = service
        watches = [
            Socket.Watch(fd: service.mailbox.reader, events: Socket.readable, revents: 0),
            Socket.Watch(fd: listener, events: Socket.readable, revents: 0),
        ]
    }

    deinit {
        buffer.deallocate()
    }

    /// Serves until it is told to stop, and closes everything then.
    func run(whenClosed: () -> Void) {
        while process(service.mailbox.take()) {
            // Without a free descriptor the listener would report the same connection again and again.
            watches[1].events = isListenerPaused ? 0 : Socket.readable
            let ready = Socket.wait(&watches, milliseconds: isListenerPaused ? 20 : -1)
            service.mailbox.markAwake()
            isListenerPaused = false
            serve(ready)
        }
        Socket.release(listener)
        let tasks = connections.compactMap { $0.close() }
        service.mailbox.close()
        for _ in connections {
            service.ledger.closed.add()
        }
        connections = []
        byNumber = [:]
        service.ledger.finish()
        whenClosed()
        // Cancelling runs code of the tests, which may wait for whoever waits for this loop.
        for task in tasks {
            task.cancel()
        }
    }

    /// Handles messages until there are none; false means that the loop is to end.
    private func process(_ first: [Mailbox.Message]) -> Bool {
        var messages = first
        while !messages.isEmpty {
            for message in messages {
                switch message {
                case .stop:
                    return false
                case .reply(let number, let reply):
                    with(byNumber[number]) { $0.begin(reply) }
                case .resume(let number):
                    with(byNumber[number]) { $0.resume() }
                }
            }
            messages = service.mailbox.take()
        }
        return true
    }

    private func serve(_ ready: Int) {
        var left = ready
        var index = watches.count - 1
        // From the end, since closing a connection moves the last one, served already, to its place.
        while left > 0, index >= 0 {
            let reported = watches[index].revents
            if reported != 0 {
                left -= 1
                switch index {
                case 0: Socket.drain(service.mailbox.reader, using: buffer)
                case 1: acceptAll()
                default: with(connections[index - Self.fixed]) { $0.handle(reported, buffer: buffer) }
                }
            }
            index -= 1
        }
    }

    private func with(_ connection: Connection?, _ body: (Connection) -> Void) {
        guard let connection else { return }
        body(connection)
        if connection.isClosed {
            remove(connection)
        } else {
            watches[connection.slot + Self.fixed].events = connection.interest
        }
    }

    private func acceptAll() {
        // Bounded, so that a storm of connections leaves time for those that are there.
        for _ in 0..<256 {
            switch Socket.accept(from: listener) {
            case .done(let descriptor):
                let number = service.ledger.accepted.count
                let connection = Connection(number: number, descriptor: Int32(descriptor), service: service)
                connection.slot = connections.count
                connections.append(connection)
                byNumber[number] = connection
                watches.append(Socket.Watch(fd: Int32(descriptor), events: connection.interest, revents: 0))
                service.ledger.accepted.add()
            case .exhausted, .failed:
                isListenerPaused = true
                return
            case .wouldBlock, .ended:
                return
            }
        }
    }

    private func remove(_ connection: Connection) {
        let slot = connection.slot
        byNumber[connection.number] = nil
        connections.swapAt(slot, connections.count - 1)
        watches.swapAt(slot + Self.fixed, watches.count - 1)
        connections.removeLast()
        watches.removeLast()
        if slot < connections.count {
            connections[slot].slot = slot
        }
        service.ledger.closed.add()
    }
}
