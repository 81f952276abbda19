extension TokenFile {
    private var folder: String { PrivateFolder.path(of: url.path) }
    private var folderURL: URL { URL(fileURLWithPath: folder, isDirectory: true) }

    /// Creates the folder if there is none, and makes sure that tokens may be put there.
    func makeFolder() throws(TokenFileError) {
        guard try !hasFolder(else: .unwritable) else { return }
        do {
            try PrivateFolder.create(at: folder)
        } catch {
            throw TokenFileError(.unwritable, at: folderURL, reason: error.code)
        }
    }

    /// Whether there is a folder; the store's own is made private on the way.
    ///
    /// - Throws: the code when that can't be told, or ``TokenFileError/Code/folderNotPrivate``. A folder whose rights only
    ///   let others look is none of those: the files have their own.
    func hasFolder(else code: TokenFileError.Code) throws(TokenFileError) -> Bool {
        let status: stat?
        do {
            status = try PrivateFolder.status(of: folder, tightening: ownsFolder)
        } catch {
            throw TokenFileError(code, at: folderURL, reason: error.code)
        }
        guard let status else { return false }
        guard !status.letsOthersReplaceFiles else { throw TokenFileError(.folderNotPrivate, at: folderURL) }
        return true
    }
}
