/// A lock on a file that excludes every other holder, in this process and in others.
///
/// It belongs to the open file, not to the process, so two holders in one process exclude each other too. The system
/// frees it when the process ends, however that happens; the file is never removed.
package final class FileLock: Sendable {
    private let file: OpenFile

    private init(_ file: OpenFile) {
        self.file = file
    }

    /// Takes the lock if it is free, and creates its file if there is none; nil when somebody else has it.
    package static func attempt(at path: String) throws(POSIXError) -> FileLock? {
        guard let file = try open(path) else { return nil }
        do {
            try SystemCall.check { flock(file.descriptor, LOCK_EX | LOCK_NB) }
        } catch let error where error.code == .EAGAIN {
            return nil
        }
        // Whoever removed the file has let others lock the one that came after it.
        guard try file.isPresent(at: path) else { return nil }
        return FileLock(file)
    }

    /// Frees the lock.
    package func unlock() {
        _ = flock(file.descriptor, LOCK_UN)
    }

    /// The file to lock; nil when others create and remove it just now.
    private static func open(_ path: String) throws(POSIXError) -> OpenFile? {
        do {
            return try OpenFile(path, O_RDWR | O_NOFOLLOW)
        } catch let error where error.code == .ENOENT {
            do {
                return try PrivateFile.create(at: path, O_RDWR)
            } catch let error where error.code == .EEXIST {
                return nil
            }
        }
    }
}
