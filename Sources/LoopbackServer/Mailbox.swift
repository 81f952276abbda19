/// Brings what the handlers' tasks have to say to the loop's thread.
final class Mailbox: Sendable {
    /// A message to the loop.
    enum Message: Sendable {
        /// A handler has returned its reply.
        case reply(connection: Int, Reply)
        /// What a reply waited for has come.
        case resume(connection: Int)
        /// The server is to end.
        case stop
    }

    private struct State {
        var messages: [Message] = []
        var isAsleep = false
        var isClosed = false
    }

    private let state = Locked(State())
    private let writer: Int32

    /// The end of the pipe that the loop polls.
    let reader: Int32

    /// Opens the wake pipe.
    init() throws(SocketError) {
        (reader, writer) = try Socket.wakePipe()
    }

    /// Leaves a message; once the loop has ended it is dropped.
    func post(_ message: Message) {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.messages.append(message)
            // Written under the lock, so that the pipe cannot be closed, and its number be used anew, before.
            if state.isAsleep {
                state.isAsleep = false
                Socket.wake(writer)
            }
        }
    }

    /// The messages so far; when there are none, the next one wakes the loop.
    func take() -> [Message] {
        state.withLock { state in
            let messages = state.messages
            state.messages = []
            state.isAsleep = messages.isEmpty
            return messages
        }
    }

    /// Says that the loop is awake and will look for messages by itself.
    func markAwake() {
        state.withLock { $0.isAsleep = false }
    }

    /// Closes the pipe; what is posted later is dropped.
    func close() {
        state.withLock { state in
            guard !state.isClosed else { return }
            state.isClosed = true
            state.messages = []
            Socket.release(reader)
            Socket.release(writer)
        }
    }
}
