/// Why a ``FileTokenStorage`` could not do what it was asked for.
///
/// It never means that nobody is signed in, and nothing of the file's content is part of it.
public struct TokenFileError: Error, Sendable, Hashable {
    /// What kind of failure it is.
    ///
    /// The set is open: newer versions may tell more apart.
    public struct Code: Hashable, Sendable {
        /// The name of the code.
        public let name: String
    }

    /// What kind of failure it is.
    public let code: Code
    /// The file or folder that it is about.
    public let url: URL
    /// What the operating system said; nil when it had no objection.
    public let reason: POSIXErrorCode?
    /// Where the content of a corrupt file is kept; nil when it could not be copied, or is no file at all.
    public let copy: URL?

    package init(_ code: Code, at url: URL, reason: POSIXErrorCode? = nil, copy: URL? = nil) {
        self.code = code
        self.url = url
        self.reason = reason
        self.copy = copy
    }
}

extension TokenFileError.Code: CustomStringConvertible {
    /// The name of the code.
    public var description: String { name }
}

extension TokenFileError.Code {
    /// The file is there, or may be there, and can't be read.
    public static let unreadable = TokenFileError.Code(name: "unreadable")
    /// The file, its lock, its folder or the copy of a corrupt one can't be written; the tokens before are still there.
    public static let unwritable = TokenFileError.Code(name: "unwritable")
    /// What is in the file are no tokens.
    ///
    /// It stays where it is until tokens are saved or cleared, and a copy is kept beside it.
    public static let corrupt = TokenFileError.Code(name: "corrupt")
    /// Another owner has held the lock for longer than the time limit.
    public static let lockTimedOut = TokenFileError.Code(name: "lockTimedOut")
    /// The name or URL can't be that of a token file.
    public static let invalidName = TokenFileError.Code(name: "invalidName")
    /// Other users may put their own file in place of the tokens.
    public static let folderNotPrivate = TokenFileError.Code(name: "folderNotPrivate")
}

extension TokenFileError: LocalizedError, CustomStringConvertible {
    /// What is wrong, and what to do about it.
    public var errorDescription: String? { description }

    /// What is wrong, and what to do about it; nothing of the file's content is part of it.
    public var description: String {
        let file = "“\(Self.text(of: url))”"
        return switch code {
        case .unreadable:
            "\(file) can't be read\(cause). Check that this user may read it, and that its volume is there."
        case .unwritable:
            "\(file) can't be written\(cause). Check the free space, and that this user may change its folder."
        case .corrupt:
            "\(file) holds no tokens that can be read\(cause); \(fate). Put the right file in its place, or sign in again."
        case .lockTimedOut:
            "\(file) has been locked by somebody else for too long. End the process that hangs, and try again."
        case .invalidName:
            "\(file) can't be a token file. Pass a name without “/” that is neither empty nor “.” or “..”, or a file URL."
        case .folderNotPrivate:
            "\(file) may be changed by other users\(cause). Take that right from them, or choose another folder."
        default:
            "\(file): \(code)\(cause)."
        }
    }

    private var cause: String {
        reason.map { " (\(String(cString: strerror($0.rawValue))))" } ?? ""
    }

    private var fate: String {
        copy.map { "a copy is kept in “\(Self.text(of: $0))”" } ?? "it has not been copied"
    }

    private static func text(of url: URL) -> String {
        (url.isFileURL ? url.path : Redaction.address(url.absoluteString)).escapedForDisplay
    }
}
