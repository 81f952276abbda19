/// Where the replies of a wire mock come from.
final class WireResponder: Sendable {
    private let next: @Sendable (URLRequest, Int) async throws -> WireReply
    private let count = Locked(0)

    /// Replies by a function of the request and its number, from 0.
    init(_ next: @escaping @Sendable (URLRequest, Int) async throws -> WireReply) {
        self.next = next
    }

    func reply(to request: URLRequest) async throws -> WireReply {
        let number = count.withLock { count in
            defer { count += 1 }
            return count
        }
        return try await next(request, number)
    }
}
