/// A place for tokens in a file that only its user may read.
///
/// ```swift
/// let storage = FileTokenStorage(name: "acme")
/// ```
///
/// The file has the rights 0600 from the moment it exists, and is replaced in one step: after a crash it holds the old
/// tokens or the new ones. The tokens in it are not encrypted, so the superuser, backups and whoever gets the disk can
/// read them. On Apple platforms the Keychain is the place for tokens; the file serves command-line tools and servers.
///
/// A symbolic link in the file's place is refused, and so is a file or folder that belongs to another user: what they put
/// there would be sent as ours.
///
/// A file that can't be read, or that holds something else, is an error and never counts as a sign-out. Something else is
/// copied beside the file, as `tokens.json.corrupt`, before it is replaced or removed.
///
/// Several instances and processes may use one file: see ``withExclusiveAccess(_:)``. What is thrown is
/// ``TokenFileError``, or `CancellationError`.
public struct FileTokenStorage: TokenStorage {
    /// Where the tokens are.
    public let url: URL
    let file: Result<TokenFile, TokenFileError>
    let lockTimeout: Duration
    let clock: any Clock<Duration>
    let queue = BlockingQueue(label: "FileTokenStorage")

    /// Creates a store in the user's data folder: `<data folder>/<name>/tokens.json`.
    ///
    /// The data folder is `$XDG_DATA_HOME` or else `~/.local/share`, and Application Support on Apple platforms. The
    /// folder of that name is created when it is needed, and one that exists is made private (0700).
    ///
    /// - Parameters:
    ///   - name: the name of a folder, such as that of the program. One that is empty, `.` or `..`, or holds a slash or a
    ///     zero byte, makes every call throw ``TokenFileError/Code/invalidName``.
    ///   - lockTimeout: how long ``withExclusiveAccess(_:)`` waits, two minutes by default; a negative one counts as zero.
    public init(name: String, lockTimeout: Duration = .seconds(120)) {
        self.init(name: name, in: DataFolder.path, lockTimeout: lockTimeout, clock: ContinuousClock())
    }

    /// Creates a store in a file of one's own choice.
    ///
    /// A missing folder is created with the rights 0700. One that exists is left as it is; when others than root may replace
    /// the files in it, every call throws ``TokenFileError/Code/folderNotPrivate``.
    ///
    /// - Parameters:
    ///   - url: the file; a URL that is no file URL makes every call throw ``TokenFileError/Code/invalidName``.
    ///   - lockTimeout: how long ``withExclusiveAccess(_:)`` waits, two minutes by default; a negative one counts as zero.
    public init(url: URL, lockTimeout: Duration = .seconds(120)) {
        self.init(url: url, lockTimeout: lockTimeout, clock: ContinuousClock())
    }

    /// Creates a store in another data folder, with a clock for the waiting.
    package init(name: String, in dataFolder: String, lockTimeout: Duration, clock: any Clock<Duration>) {
        let isValid = !["", ".", ".."].contains(name) && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
        url = URL(fileURLWithPath: dataFolder, isDirectory: true)
            .appendingPathComponent(name, isDirectory: true)
            .appendingPathComponent("tokens.json", isDirectory: false)
        file =
            isValid ? .success(TokenFile(url: url, ownsFolder: true)) : .failure(TokenFileError(.invalidName, at: url))
        self.lockTimeout = lockTimeout
        self.clock = clock
    }

    /// Creates a store with a clock for the waiting.
    package init(url: URL, lockTimeout: Duration, clock: any Clock<Duration>) {
        let isValid = url.isFileURL && !url.path.isEmpty && !url.path.utf8.contains(0)
        self.url = url.absoluteURL
        file =
            isValid
            ? .success(TokenFile(url: self.url, ownsFolder: false)) : .failure(TokenFileError(.invalidName, at: url))
        self.lockTimeout = lockTimeout
        self.clock = clock
    }

    /// Returns the tokens; nil when there is no file.
    ///
    /// - Throws: ``TokenFileError`` when the file can't be read, or holds no tokens. Then it stays where it is, and the
    ///   next call throws too.
    public func load() async throws -> TokenPair? {
        let file = try file.get()
        return try await queue.run { try file.read() }
    }

    /// Stores the tokens in place of those before, and returns when they would survive a loss of power.
    ///
    /// - Throws: ``TokenFileError``; then the file is as it was.
    public func save(_ tokens: TokenPair) async throws {
        let file = try file.get()
        let data = try TokenFile.data(of: tokens)
        try await queue.run { try file.replace(with: data) }
    }

    /// Notes that a refresh token is going to be presented, in a file beside the tokens, `tokens.json.refresh`, and makes
    /// room for the next pair, as `tokens.json.room`.
    ///
    /// When it returns, both would survive a loss of power, and saving the next pair needs no more space on the disk,
    /// but for file systems that copy on writing or compress. A process that is killed while it presents a token leaves the note: the next one waits for its end, and presents
    /// the token once more, because an answer that was lost can't be told from one that was never sent.
    ///
    /// - Throws: ``TokenFileError``, when the disk is full or the folder can't be written, for example.
    public func prepareRefresh(_ note: RefreshNote) async throws -> RefreshNote? {
        let file = try file.get()
        return try await queue.run { try file.prepare(note) }
    }

    /// Removes the note of a presentation.
    ///
    /// - Throws: ``TokenFileError``.
    public func finishRefresh(_ note: RefreshNote, _ outcome: RefreshOutcome) async throws {
        let file = try file.get()
        try await queue.run { try file.finish(note) }
    }

    /// Removes the file; with none there it does nothing.
    ///
    /// - Throws: ``TokenFileError``; then the file is as it was.
    public func clear() async throws {
        let file = try file.get()
        try await queue.run { try file.remove() }
    }
}
