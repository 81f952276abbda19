/// Runs an operation whose calls go to the network, and keeps what was sent and answered in a folder.
///
/// ``withReplay(from:isolation:_:)`` answers the same calls from the folder later, without a network. Each attempt is a
/// file of readable JSON such as `0001-ListPosts.json`, numbered in the order of sending; token requests and followed
/// redirects are attempts too. The files are written when the operation has ended, also when it has thrown. Calls that
/// are cancelled, or still on their way then, are left out.
///
/// Secrets are replaced by `<redacted>`: what authentication added; sensitive header fields; the user information of
/// URLs; and, by their names, values in queries, forms, multipart bodies and JSON, such as `access_token`, `password` and
/// `code`. A secret of six characters or more that is known this way is replaced wherever else it occurs, in every
/// file. What is known by none of these, such as a password in XML, stays: look at the files before they are shared.
///
/// Mocks of scopes outside come first: answers of wire mocks are recorded, those of typed mocks are not. Scopes can be
/// opened inside, too; calls that they have no mock for are recorded.
///
/// ```swift
/// let folder = URL(fileURLWithPath: "Recordings/Feed")
/// try await withRecording(to: folder, overwriting: true) { try await feed.reload() }
/// ```
///
/// - Parameters:
///   - folder: where the files go; it is made when it doesn't exist.
///   - overwriting: whether recordings that are there give way to the new ones; false by default.
///   - operation: makes the calls.
/// - Returns: what the operation returns.
/// - Throws: what the operation throws; ``RecordingError`` when the folder holds recordings already, before anything is
///   sent, or when a file can't be written.
public func withRecording<Value>(
    to folder: URL,
    overwriting: Bool = false,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Value
) async throws -> Value {
    let files = RecordingFolder(url: folder)
    if !overwriting, files.holdsRecordings { throw RecordingError.folderInUse(folder) }
    let recorder = Recorder()
    let result: Result<Value, any Error>
    do {
        result = .success(try await CallInterception.$current.withValue(recorder, operation: operation))
    } catch {
        result = .failure(error)
    }
    do {
        try files.write(recorder.recordings())
    } catch {
        // The operation's own error says more.
        _ = try result.get()
        throw error
    }
    return try result.get()
}
