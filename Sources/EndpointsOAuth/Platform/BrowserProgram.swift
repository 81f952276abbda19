/// The program by which a system opens its browser.
enum BrowserProgram {
    #if os(macOS)
    private static let name = "open"
    #else
    private static let name = "xdg-open"
    #endif

    /// Starts the program, where there is one; a device without programs has no terminal either.
    static func launch(_ url: URL) {
        #if os(macOS) || os(Linux)
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
        let candidates = folders.map { "\($0)/\(name)" }
        guard let path = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else { return }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = [url.absoluteString]
        // What the browser has to say is none of the program's output.
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
        #endif
    }
}
