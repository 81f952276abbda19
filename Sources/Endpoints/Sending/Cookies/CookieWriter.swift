/// Changes a cookie storage that has a file, without waiting for the file: each change takes it some ten milliseconds.
enum CookieWriter {
    private static let writes = DispatchGroup()
    private static let process = getpid()
    /// Lets a program that ends after its last answer write first; in a fork, writes never end.
    private static let waitsAtExit: Void = {
        _ = process
        atexit { if getpid() == CookieWriter.process { CookieWriter.writes.wait() } }
    }()

    /// Makes a change, and returns when the storage is at it: whoever asks for its cookies from then on, the program
    /// too, has to wait until it is made.
    static func write(_ cookie: StoredCookie, by change: @escaping @Sendable (HTTPCookie) -> Void) {
        guard let cookie = ObservedCookie(properties: cookie.platformProperties) else { return }
        _ = waitsAtExit
        DispatchQueue(label: "Endpoints.cookies").async(group: writes) {
            change(cookie)
            // A storage that doesn't ask for the name, or not before it has written, is waited for.
            cookie.isAsked.signal()
        }
        cookie.isAsked.wait()
    }
}

/// A cookie that tells when a storage changes it: it asks for the name behind the lock that it also reads cookies by.
private final class ObservedCookie: HTTPCookie, @unchecked Sendable {  // Safe because it never changes.
    let isAsked = DispatchSemaphore(value: 0)

    override var name: String {
        isAsked.signal()
        return super.name
    }
}
