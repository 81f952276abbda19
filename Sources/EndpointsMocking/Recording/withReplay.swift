/// Runs an operation whose calls are answered from recordings, without a network.
///
/// Everything above the network happens as ever: authentication, refreshes, redirects, decoding. A request gets the first
/// recording of its endpoint that has its method, its URL and its body, secrets aside, and that no request has had
/// before. Where none fits, the code or the service's contract has changed since, and the call fails with the transport
/// failure ``TransportFailure/Code/recordingDrifted``, whose detail names the file and what differs; it does so, too, when
/// there is no recording left, and when a response that was readable is not any more.
///
/// The replayed secrets are `<redacted>`, and JSON comes back as equal JSON, not as the same bytes. Calls at the same time
/// that wait for one refresh may ask in another order than when they were recorded; record such calls one by one.
///
/// Mocks of scopes outside come first, as do those of scopes inside.
///
/// - Parameters:
///   - folder: what ``withRecording(to:overwriting:isolation:_:)`` wrote.
///   - operation: makes the calls.
/// - Returns: what the operation returns.
/// - Throws: what the operation throws; ``RecordingError`` for a folder or a file that can't be read;
///   ``UnusedRecordings`` after an operation that succeeded without asking for all recordings.
public func withReplay<Value>(
    from folder: URL,
    isolation: isolated (any Actor)? = #isolation,
    _ operation: () async throws -> Value
) async throws -> Value {
    let replayer = Replayer(try RecordingFolder(url: folder).read())
    let value = try await CallInterception.$current.withValue(replayer, operation: operation)
    let unused = replayer.unused
    if !unused.isEmpty { throw UnusedRecordings(files: unused) }
    return value
}

/// Recordings were replayed, and no call asked for some of them.
public struct UnusedRecordings: Error, Sendable, Hashable {
    /// The names of the files, in order.
    public let files: [String]

    /// Creates the error.
    public init(files: [String]) {
        self.files = files
    }
}

extension UnusedRecordings: LocalizedError, CustomStringConvertible {
    /// Which files they are, and what to do.
    public var errorDescription: String? { description }

    /// Which files they are, and what to do.
    public var description: String {
        "No call asked for \(files.joined(separator: ", ")). Record again, or see why less was sent."
    }
}

extension TransportFailure.Code {
    /// A replayed call is not what was recorded.
    public static let recordingDrifted = TransportFailure.Code("recordingDrifted")
}
