import Foundation

/// One connection; only the loop's thread uses it.
final class Connection {
    private enum Phase {
        case idle
        case handling(Request, Task<Void, Never>)
        case parked(Playback, Task<Void, Never>)
        case streaming(Playback)
        case closing(isReset: Bool)
        case lingering
        case closed
    }

    // More than this is not read ahead of the replies, so that a client that only writes is held back.
    private static let longestQueue = 1_024
    private static let highWater = 1 << 18

    /// The number of the connection, in the order of acceptance.
    let number: Int
    /// The socket.
    let descriptor: Int32
    /// The place in the loop's poll set.
    var slot = 0

    private let service: Service
    private var parser = RequestParser()
    private var events: [RequestParser.Event] = []
    private var nextEvent = 0
    private var output = OutputBuffer()
    private var phase = Phase.idle
    private var inputEnded = false

    /// Takes over an accepted socket.
    init(number: Int, descriptor: Int32, service: Service) {
        self.number = number
        self.descriptor = descriptor
        self.service = service
    }

    /// Whether the socket is closed, so that the loop may forget the connection.
    var isClosed: Bool {
        if case .closed = phase { return true }
        return false
    }

    /// The poll events the connection waits for.
    var interest: Int16 {
        var interest: Int16 = 0
        if !inputEnded, events.count - nextEvent < Self.longestQueue { interest |= Socket.readable }
        if output.count > 0 || isStreaming { interest |= Socket.writable }
        return interest
    }

    private var isStreaming: Bool {
        if case .streaming = phase { return true }
        return false
    }

    /// Reacts to what poll reported.
    func handle(_ reported: Int16, buffer: UnsafeMutableRawBufferPointer) {
        let interest = interest
        if interest & Socket.readable != 0, reported & ~Socket.writable != 0 {
            receive(into: buffer)
        } else if reported & ~(Socket.readable | Socket.writable) != 0 {
            // Nothing is left to read, so an error or a hang-up says all there is to know.
            abandon()
        }
        if !isClosed, reported & Socket.writable != 0 {
            advance()
        }
    }

    /// Goes on with the reply the handler returned.
    func begin(_ reply: Reply) {
        guard case .handling(let request, _) = phase else { return }
        play(Playback(reply, to: request))
        advance()
    }

    /// Goes on with the reply that waited.
    func resume() {
        guard case .parked(let playback, _) = phase else { return }
        play(playback)
        advance()
    }

    /// Closes the socket at once and returns the task that worked for it, for the caller to cancel.
    func close() -> Task<Void, Never>? {
        defer { phase = .closed }
        switch phase {
        case .closed:
            return nil
        case .closing(isReset: true):
            Socket.reset(descriptor)
            return nil
        case .handling(_, let task), .parked(_, let task):
            Socket.release(descriptor)
            return task
        default:
            Socket.release(descriptor)
            return nil
        }
    }
}

extension Connection {
    private func abandon() {
        close()?.cancel()
    }

    private func receive(into buffer: UnsafeMutableRawBufferPointer) {
        switch Socket.receive(descriptor, into: buffer) {
        case .done(let count):
            switch phase {
            case .closing, .lingering: return
            default: break
            }
            parser.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            while let event = parser.next() {
                queue(event)
            }
            advance()
        case .ended:
            inputEnded = true
            switch phase {
            case .parked, .streaming, .lingering: abandon()
            // The client may have ended only its half; a handler that comes to its end is still heard.
            case .handling(_, let task): task.cancel()
            default: advance()
            }
        case .wouldBlock:
            return
        case .failed, .exhausted:
            abandon()
        }
    }

    private func queue(_ event: RequestParser.Event) {
        switch event {
        case .expectsContinue:
            events.append(event)
        case .request(var request):
            request.connection = number
            request.number = service.ledger.received.count
            service.ledger.add(request)
            events.append(.request(request))
        case .failed(let failure):
            service.ledger.add(failure)
            events.append(event)
        }
    }

    /// Answers what is queued as far as possible, then writes it in one go.
    private func advance() {
        // Once in each turn of the loop, so that a stream without an end leaves the other connections theirs.
        if case .streaming(let playback) = phase, output.count == 0 { play(playback) }
        while true {
            while case .idle = phase, output.count < Self.highWater, nextEvent < events.count {
                let event = events[nextEvent]
                nextEvent += 1
                if nextEvent == events.count {
                    events.removeAll(keepingCapacity: true)
                    nextEvent = 0
                }
                answer(event)
            }
            guard !isClosed else { return }
            guard output.flush(to: descriptor) else { return abandon() }
            if case .idle = phase, output.count < Self.highWater, nextEvent < events.count { continue }
            break
        }
        guard output.count == 0 else { return }
        switch phase {
        case .idle where inputEnded: abandon()
        case .closing(isReset: false): end()
        case .closing(isReset: true): abandon()
        default: break
        }
    }

    private func answer(_ event: RequestParser.Event) {
        switch event {
        case .expectsContinue:
            output.append("HTTP/1.1 100 Continue\r\n\r\n")
        case .failed(let failure):
            play(Playback(Reply(status: failure.status, body: failure.reason), to: nil))
        case .request(let request):
            switch service.handler {
            case .immediate(let handler):
                play(Playback(handler(request), to: request))
            case .task(let handler):
                let mailbox = service.mailbox
                let task = Task { [number] in
                    mailbox.post(.reply(connection: number, await handler(request)))
                }
                if inputEnded { task.cancel() }
                phase = .handling(request, task)
            }
        }
    }

    private func play(_ reply: Playback) {
        var playback = reply
        let mailbox = service.mailbox
        switch playback.advance(into: &output) {
        case .wait(let gate):
            park(playback) { [number] in
                await gate.wait()
                mailbox.post(.resume(connection: number))
            }
        case .pause(let time):
            park(playback) { [number] in
                try? await Task.sleep(for: time)
                mailbox.post(.resume(connection: number))
            }
        case .awaitClientClose:
            park(playback) {}
        case .stream:
            phase = .streaming(playback)
        case .close:
            phase = .closing(isReset: false)
        case .reset:
            phase = .closing(isReset: true)
        default:
            phase = playback.closes ? .closing(isReset: false) : .idle
        }
    }

    private func park(_ playback: Playback, until work: @escaping @Sendable () async -> Void) {
        if inputEnded {
            // Nobody is there to wait for the rest.
            phase = .closing(isReset: false)
        } else {
            phase = .parked(playback, Task { await work() })
        }
    }

    /// Ends the connection; input that nobody reads would turn the orderly end into a reset.
    private func end() {
        var byte: UInt8 = 0
        let rest = inputEnded ? .ended : withUnsafeMutableBytes(of: &byte) { Socket.receive(descriptor, into: $0) }
        switch rest {
        case .done:
            linger()
        case .wouldBlock where !parser.isAtBoundary:
            linger()
        default:
            abandon()
        }
    }

    private func linger() {
        Socket.endOutput(descriptor)
        phase = .lingering
    }
}
