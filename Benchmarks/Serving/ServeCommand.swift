import Endpoints
import LoopbackServer

/// The server, as a process of its own: nginx where it is installed, else the package's own one.
///
/// - `/items/…`: an ``Item``; `/notes/…`: a ``Note``.
/// - `/guarded/…`: the same for the token `A2`, else 401.
enum ServeCommand {
    /// Prints the port and the server's name, and serves until standard input is closed.
    static func run() throws {
        let own = try LoopbackServer.immediate(recording: false, handler: reply)
        #if os(Linux) || os(macOS)
        let nginx = try? Nginx(port: freePort())
        defer { nginx?.stop() }
        Output.line(nginx.map { "\($0.port) nginx" } ?? "\(own.port) LoopbackServer")
        #else
        Output.line("\(own.port) LoopbackServer")
        #endif
        while !FileHandle.standardInput.availableData.isEmpty {}
        own.stop()
    }

    /// A port that was free a moment ago.
    private static func freePort() throws -> Int {
        let server = try LoopbackServer(replies: [])
        defer { server.stop() }
        return server.port
    }

    @Sendable private static func reply(to request: Request) -> Reply {
        if request.target.hasPrefix("/items/") { return item }
        if request.target.hasPrefix("/notes/") { return note }
        guard request.target.hasPrefix("/guarded/") else { return .empty(404) }
        return request.header("Authorization") == "Bearer A2" ? item : refusal
    }

    /// With the header fields that nginx gives to files.
    private static let item = Reply.json(Item.json, headers: fields)
    private static let note = Reply.json(Note.json, headers: fields)
    private static let fields = [
        ("Server", "LoopbackServer"), ("Date", "Mon, 04 May 2026 08:30:00 GMT"),
        ("Last-Modified", "Mon, 04 May 2026 08:00:00 GMT"), ("ETag", "\"69f85c80-3a5\""),
        ("Accept-Ranges", "bytes"),
    ]
    private static let refusal = Reply.json(#"{"error":"invalid_token"}"#, status: 401)
}
