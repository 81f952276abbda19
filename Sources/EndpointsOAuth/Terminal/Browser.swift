/// Shows a URL to whoever sits at the terminal.
public enum Browser {
    /// Opens the URL in the browser (`open` on macOS, `xdg-open` elsewhere), and prints it, for a machine that has none.
    @Sendable public static func open(_ url: URL) async {
        print("Sign in at:\n\(url.absoluteString)")
        #if os(macOS) || os(Linux)
        await launch(url)
        #endif
    }

    #if os(macOS) || os(Linux)
    #if os(macOS)
    private static let program = "open"
    #else
    private static let program = "xdg-open"
    #endif

    private static func launch(_ url: URL) async {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        let candidates = folders.map { "\($0)/\(program)" }
        guard let path = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [url.absoluteString]
        // What the browser has to say is none of the program's output.
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
    #endif
}
