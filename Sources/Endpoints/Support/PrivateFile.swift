/// Files that nobody but their owner may read.
package enum PrivateFile {
    /// The rights of a private file: its owner reads and writes.
    package static let rights: mode_t = 0o600

    /// The content of the file; nil when it is a folder, a pipe or something else that has none, or is larger than any
    /// file of ours.
    ///
    /// - Throws: why it can't be read. `ENOENT` says that nothing is there, `ELOOP` that a link is, which is not followed:
    ///   replacing or removing it would leave what it leads to. `EPERM` says that it is another user's.
    package static func content(at path: String) throws(POSIXError) -> Data? {
        // Without O_NONBLOCK, opening a pipe would wait for its writer.
        let file = try OpenFile(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
        let status = try file.status()
        guard status.isRegularFile, status.st_size <= largest else { return nil }
        guard status.isOwnedByUsOrRoot else { throw POSIXError(.EPERM) }
        return try file.remainingBytes()
    }

    private static let largest: off_t = 64 << 20

    /// Creates an empty file that only its owner can ever have opened.
    ///
    /// - Throws: `EEXIST` when there is something already, be it a link.
    package static func create(at path: String, _ flags: Int32 = O_WRONLY) throws(POSIXError) -> OpenFile {
        let file = try OpenFile(path, O_CREAT | O_EXCL | O_NOFOLLOW | flags, rights: rights)
        do {
            // The umask can't add rights, but it may have taken the owner's own.
            if try file.status().rights != rights { try file.setRights(rights) }
            return file
        } catch {
            _ = unlink(path)
            throw error
        }
    }

    /// Creates a file with the content, and waits until it would survive a loss of power; a failure leaves no file.
    package static func create(at path: String, containing data: Data) throws(POSIXError) {
        let file = try create(at: path)
        do {
            try file.append(data)
            try file.synchronize()
        } catch {
            _ = unlink(path)
            throw error
        }
    }

    /// Puts a file with the content at the path, in one step: whoever reads finds the old content or the new one, also
    /// after a crash.
    ///
    /// A failure leaves what was there, and no other file.
    ///
    /// - Parameters:
    ///   - path: where the file is.
    ///   - data: its new content.
    ///   - room: a file whose place on the disk the new content takes, where it is there and large enough.
    package static func replace(at path: String, with data: Data, in room: String? = nil) throws(POSIXError) {
        if let room, fill(room, with: data), rename(room, path) == 0 {
            try? OpenFile(PrivateFolder.path(of: path), O_RDONLY | O_DIRECTORY).synchronize()
            return
        }
        let temporary = temporaryPrefix(of: path) + UUID().uuidString
        try create(at: temporary, containing: data)
        do {
            try SystemCall.check { rename(temporary, path) }
        } catch {
            _ = unlink(temporary)
            throw error
        }
        // The new content is there whatever this says, and not every file system can sync a folder.
        try? OpenFile(PrivateFolder.path(of: path), O_RDONLY | O_DIRECTORY).synchronize()
    }

    /// Whether a file is one of ours whose place on the disk so many bytes can take.
    package static func isRoom(_ status: stat, for size: Int) -> Bool {
        status.isRegularFile && status.st_uid == geteuid() && status.rights == rights && status.st_nlink == 1
            && status.st_size >= size
    }

    /// Gives a file another content in its place; whether that has worked.
    private static func fill(_ path: String, with data: Data) -> Bool {
        guard let file = try? OpenFile(path, O_WRONLY | O_NONBLOCK | O_NOFOLLOW), let status = try? file.status(),
            isRoom(status, for: data.count)
        else { return false }
        do {
            // Shortened afterwards: a file that is emptied first gives its place back.
            try file.append(data)
            try SystemCall.check { ftruncate(file.descriptor, off_t(data.count)) }
            try file.synchronize()
            return true
        } catch {
            return false
        }
    }

    /// Removes the temporary files of processes that were killed while they replaced the file.
    ///
    /// Younger ones may be in use by another process. What can't be removed stays.
    package static func removeLeftovers(of path: String, olderThan age: TimeInterval) {
        let folder = PrivateFolder.path(of: path)
        let prefix = temporaryPrefix(of: path).utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            guard name.utf8.starts(with: prefix),
                UUID(uuidString: String(decoding: name.utf8.dropFirst(prefix.count), as: UTF8.self)) != nil,
                let attributes = try? FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)"),
                let date = attributes[.modificationDate] as? Date, date.timeIntervalSinceNow < -age
            else { continue }
            _ = unlink("\(folder)/\(name)")
        }
    }

    private static func temporaryPrefix(of path: String) -> String { "\(path).tmp-" }
}
