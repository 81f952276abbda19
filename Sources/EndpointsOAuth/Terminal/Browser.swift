/// Shows a URL to whoever sits at the terminal.
public enum Browser {
    /// Opens the URL in the browser (`open` on macOS, `xdg-open` elsewhere), and prints it, for a machine that has none.
    @Sendable public static func open(_ url: URL) async {
        print("Sign in at:\n\(url.absoluteString)")
        BrowserProgram.launch(url)
    }
}
