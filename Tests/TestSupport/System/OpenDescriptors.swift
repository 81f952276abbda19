import Endpoints

/// The descriptors that this process has open.
package enum OpenDescriptors {
    /// How many there are, or -1 when the system doesn't tell.
    package static var count: Int { (try? all.count) ?? -1 }

    /// How many of them are sockets or pipes.
    ///
    /// The system's libraries open descriptors of other kinds when they first need them.
    package static var socketAndPipeCount: Int {
        get throws {
            try all.count { descriptor in
                var status = stat()
                guard fstat(descriptor, &status) == 0 else { return false }
                return [S_IFSOCK, S_IFIFO].contains(status.st_mode & S_IFMT)
            }
        }
    }

    private static var all: [Int32] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: "/dev/fd").compactMap { Int32($0) } }
    }
}
