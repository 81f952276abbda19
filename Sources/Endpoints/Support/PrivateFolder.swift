/// Folders that nobody but their owner may look into.
package enum PrivateFolder {
    /// The rights of a private folder: its owner lists, enters and changes it.
    package static let rights: mode_t = 0o700

    /// The folder that holds what is at the path.
    package static func path(of path: String) -> String {
        // By bytes: a character may be a slash with an accent.
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.utf8.startIndex ? "/" : String(path[..<slash])
    }

    /// Creates the folder, and those above it that are missing; what exists stays as it is.
    package static func create(at path: String) throws(POSIXError) {
        let above = self.path(of: path)
        do {
            try createOne(at: path)
        } catch let error where error.code == .ENOENT && above != path {
            try create(at: above)
            try createOne(at: path)
        }
    }

    /// The folder's status; nil when there is none.
    ///
    /// - Parameters:
    ///   - path: where the folder is.
    ///   - tightening: takes the folder's rights from everybody but its owner, if that is us and the system lets us.
    /// - Throws: why it can't be told. A link that leads nowhere is no proof that nothing is there: what it leads to may be
    ///   on a volume that is not mounted.
    package static func status(of path: String, tightening: Bool = false) throws(POSIXError) -> stat? {
        let folder: OpenFile
        do {
            folder = try OpenFile(path, O_RDONLY | O_DIRECTORY)
        } catch let error where error.code == .ENOENT {
            if try SystemCall.status(of: path)?.isLink == true { throw error }
            return nil
        }
        let status = try folder.status()
        guard tightening, status.st_uid == geteuid(), status.rights & ~rights != 0 else { return status }
        try? folder.setRights(rights)
        return try folder.status()
    }

    private static func createOne(at path: String) throws(POSIXError) {
        do {
            try SystemCall.check { mkdir(path, rights) }
        } catch let error where error.code == .EEXIST {
            return
        }
        // The umask can't add rights, but it may have taken the owner's own.
        guard let status = try SystemCall.status(of: path), status.rights & rights != rights else { return }
        try SystemCall.check { chmod(path, rights) }
    }
}
