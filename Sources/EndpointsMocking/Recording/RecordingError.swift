/// A folder of recordings that can't be used.
public enum RecordingError: Error, Sendable, Hashable {
    /// The folder holds recordings already.
    case folderInUse(URL)
    /// A file or the folder can't be written.
    case notWritten(file: String, reason: String)
    /// A file or the folder can't be read.
    case notRead(file: String, reason: String)
    /// A file is not a recording, or not one of this version.
    case malformed(file: String, reason: String)
}

extension RecordingError: LocalizedError, CustomStringConvertible {
    /// What is wrong, and what to do.
    public var errorDescription: String? { description }

    /// What is wrong, and what to do.
    public var description: String {
        switch self {
        case .folderInUse(let folder):
            "\(folder.path) holds recordings already. Pass overwriting: true, or take another folder."
        case .notWritten(let file, let reason): "The recording \(file) can't be written: \(reason)"
        case .notRead(let file, let reason): "The recording \(file) can't be read: \(reason)"
        case .malformed(let file, let reason): "\(file) is no recording: \(reason). Record again, or remove it."
        }
    }
}
