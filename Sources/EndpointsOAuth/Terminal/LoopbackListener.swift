import LoopbackServer

/// A port of this machine that waits for one redirect.
final class LoopbackListener: Sendable {
    /// What the browser has to be sent back to.
    let redirectURI: String

    private let server: LoopbackServer
    private let desk: RedirectDesk

    /// Opens a port that the system chooses.
    init(path: String) throws(OAuthError) {
        guard path.utf8.allSatisfy(Self.pathBytes.contains), path.hasPrefix("/") else {
            throw .invalidConfiguration("“\(path)” is no path of a redirect URI")
        }
        let desk = RedirectDesk(path: path)
        do {
            server = try LoopbackServer { await desk.reply(to: $0) }
        } catch {
            throw .invalidConfiguration("no port of this machine could be opened")
        }
        self.desk = desk
        redirectURI = "http://127.0.0.1:\(server.port)\(path)"
        desk.open(at: server.port)
    }

    /// Says which sign-in the redirect has to belong to.
    func begin(_ attempt: AuthorizationAttempt) {
        desk.begin(attempt)
    }

    /// Waits for the redirect, and returns its code.
    func code(within limit: Duration, on clock: any Clock<Duration>) async throws(OAuthError) -> String {
        let alarm = Task { [desk] in
            if (try? await clock.sleep(for: limit)) != nil { desk.code.settle(.failure(OAuthError.timedOut)) }
        }
        defer { alarm.cancel() }
        do {
            return try await desk.code.value()
        } catch {
            throw (error as? OAuthError) ?? .cancelled
        }
    }

    /// Tells the user what came of it, and waits a moment until the browser has it.
    func conclude(isSuccess: Bool) async {
        let closed = server.connectionCount - server.openConnections
        desk.page.settle(.success(isSuccess))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [server] in await server.connectionsClosed(count: closed + 1) }
            group.addTask { try? await Task.sleep(for: .seconds(2)) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Closes the port.
    func stop() {
        desk.page.settle(.success(false))
        server.stop()
    }

    /// What stands in a path as it is (RFC 3986 §3.3).
    private static let pathBytes = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@/".utf8)
}
