/// An open file or folder, closed when nobody holds it any more.
package final class OpenFile: Sendable {
    /// The number by which the system knows it.
    package let descriptor: Int32

    /// Opens what is at the path; no process that this one starts inherits it.
    package init(_ path: String, _ flags: Int32, rights: mode_t = 0) throws(POSIXError) {
        descriptor = try SystemCall.check { open(path, flags | O_CLOEXEC, rights) }
    }

    deinit {
        // Nothing is lost when this fails: what has to last has been synced.
        _ = close(descriptor)
    }

    /// What the system knows about it: kind, owner, rights.
    package func status() throws(POSIXError) -> stat {
        var status = stat()
        try SystemCall.check { fstat(descriptor, &status) }
        return status
    }

    /// Whether it is what is at the path now, not something that has been removed or replaced since.
    package func isPresent(at path: String) throws(POSIXError) -> Bool {
        guard let present = try SystemCall.status(of: path) else { return false }
        let own = try status()
        return own.st_ino == present.st_ino && own.st_dev == present.st_dev
    }

    /// Sets the rights.
    package func setRights(_ rights: mode_t) throws(POSIXError) {
        try SystemCall.check { fchmod(descriptor, rights) }
    }

    /// Everything from here to the end.
    package func remainingBytes() throws(POSIXError) -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = try SystemCall.check { read(descriptor, &buffer, buffer.count) }
            guard count > 0 else { return data }
            data.append(contentsOf: buffer[..<count])
        }
    }

    /// Writes all of the data; the system may take it in pieces.
    package func append(_ data: Data) throws(POSIXError) {
        var rest = [UInt8](data)[...]
        while !rest.isEmpty {
            let count = try SystemCall.check { rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
            rest = rest.dropFirst(count)
        }
    }

    /// Waits until what was written would survive a loss of power.
    package func synchronize() throws(POSIXError) {
        #if canImport(Darwin)
        // There fsync leaves the data in the drive's own memory. Not every file system knows the other call.
        if fcntl(descriptor, F_FULLFSYNC, 0) == 0 { return }
        #endif
        try SystemCall.check { fsync(descriptor) }
    }
}

/// Calls of the operating system.
package enum SystemCall {
    /// The result of a call, which is made again when a signal interrupted it.
    ///
    /// - Throws: the error of a call whose result is negative.
    @discardableResult
    package static func check<Value: SignedInteger>(_ call: () -> Value) throws(POSIXError) -> Value {
        while true {
            let result = call()
            guard result < 0 else { return result }
            let code = errno
            if code != EINTR { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
        }
    }

    /// What is at the path, without following a link; nil when nothing is.
    package static func status(of path: String) throws(POSIXError) -> stat? {
        var status = stat()
        do {
            try check { lstat(path, &status) }
            return status
        } catch let error where error.code == .ENOENT {
            return nil
        }
    }
}

extension stat {
    /// The rights of owner, group and others, and the three bits above them.
    package var rights: mode_t { st_mode & 0o7777 }

    /// Whether it is a file with content, not a folder, a link or a device.
    package var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }

    /// Whether it is a symbolic link.
    package var isLink: Bool { st_mode & S_IFMT == S_IFLNK }

    /// Whether its owner is somebody whom we have to trust anyway.
    package var isOwnedByUsOrRoot: Bool { st_uid == geteuid() || st_uid == 0 }

    /// Whether somebody else than we and root may put a file in the place of one in this folder.
    package var letsOthersReplaceFiles: Bool {
        !isOwnedByUsOrRoot || st_mode & 0o022 != 0 && st_mode & Self.sticky == 0
    }

    /// The bit of a folder in which everybody may create files, but each may remove only their own.
    private static let sticky: mode_t = 0o1000
}
