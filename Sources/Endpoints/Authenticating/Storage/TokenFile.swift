/// The file of a token store, and the calls that read and change it; they keep their thread waiting.
struct TokenFile: Sendable {
    /// What the file holds.
    private enum Content {
        case nothing
        case tokens(TokenPair)
        /// Bytes that are no tokens; nil when it is no file.
        case corrupt(Data?)
    }

    /// Where the file is.
    let url: URL
    /// Whether the folder is the store's own, so that its rights are the store's affair.
    let ownsFolder: Bool

    private var path: String { url.path }
    /// After so many seconds a temporary file is one that its process has left behind.
    private static let leftoverAge: TimeInterval = 600

    /// The file whose lock excludes other owners.
    var lockURL: URL { URL(fileURLWithPath: "\(path).lock") }

    /// The tokens; nil when there is no file.
    ///
    /// What is no tokens is copied aside and stays, so that the next call says the same.
    func read() throws(TokenFileError) -> TokenPair? {
        guard try hasFolder(else: .unreadable) else { return nil }
        switch try content() {
        case .nothing: return nil
        case .tokens(let tokens): return tokens
        case .corrupt(let data):
            var failure: POSIXErrorCode?
            var copy: String?
            do { copy = try data.map { (data) throws(POSIXError) in try keepCopy(of: data) } } catch {
                failure = error.code
            }
            throw TokenFileError(.corrupt, at: url, reason: failure, copy: copy.map { URL(fileURLWithPath: $0) })
        }
    }

    /// Puts the data in the place of what is there.
    func replace(with data: Data) throws(TokenFileError) {
        try makeFolder()
        try keepCopyOfCorrupt()
        PrivateFile.removeLeftovers(of: path, olderThan: Self.leftoverAge)
        removeNoteLeftovers(olderThan: Self.leftoverAge)
        try writing { () throws(POSIXError) in try PrivateFile.replace(at: path, with: data, in: roomURL.path) }
    }

    /// Removes the file, if there is one.
    func remove() throws(TokenFileError) {
        guard try hasFolder(else: .unwritable) else { return }
        try keepCopyOfCorrupt()
        // What a killed process has left behind may hold the tokens too; nobody saves during a sign-out.
        PrivateFile.removeLeftovers(of: path, olderThan: 0)
        removeNoteLeftovers(olderThan: 0)
        removeNote()
        do {
            try SystemCall.check { unlink(path) }
        } catch let error where error.code == .ENOENT {
            return
        } catch {
            throw TokenFileError(.unwritable, at: url, reason: error.code)
        }
    }

    /// Takes the lock; nil when another owner has it.
    func lock() throws(TokenFileError) -> FileLock? {
        try makeFolder()
        do {
            return try FileLock.attempt(at: lockURL.path)
        } catch {
            throw TokenFileError(.unwritable, at: lockURL, reason: error.code)
        }
    }

    private func content() throws(TokenFileError) -> Content {
        do {
            guard let data = try PrivateFile.content(at: path) else { return .corrupt(nil) }
            return Self.tokens(in: data).map(Content.tokens) ?? .corrupt(data)
        } catch {
            // A link that leads nowhere is no proof that nothing is stored.
            let isLink = (try? SystemCall.status(of: path))?.isLink == true
            if error.code == .ENOENT, !isLink { return .nothing }
            throw TokenFileError(.unreadable, at: url, reason: error.code)
        }
    }

    private func keepCopyOfCorrupt() throws(TokenFileError) {
        guard case .corrupt(let data?) = try content() else { return }
        try writing { () throws(POSIXError) in _ = try keepCopy(of: data) }
    }

    /// Keeps the bytes in a file beside the other, once; returns its path.
    private func keepCopy(of data: Data) throws(POSIXError) -> String {
        var number = 1
        while true {
            let copy = "\(path).corrupt" + (number == 1 ? "" : "-\(number)")
            do {
                try PrivateFile.create(at: copy, containing: data)
                return copy
            } catch let error where error.code == .EEXIST {
                if (try? PrivateFile.content(at: copy)) == data { return copy }
                number += 1
            }
        }
    }

    private func writing(_ calls: () throws(POSIXError) -> Void) throws(TokenFileError) {
        do { try calls() } catch { throw TokenFileError(.unwritable, at: url, reason: error.code) }
    }
}
