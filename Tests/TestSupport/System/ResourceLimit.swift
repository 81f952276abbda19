package import Endpoints

/// What the system lets a process have.
package enum ResourceLimit: Sendable {
    /// The bytes of a file.
    case fileSize
    /// The descriptors that are open at once.
    case openFiles

    #if canImport(Darwin)
    private var resource: Int32 {
        switch self {
        case .fileSize: RLIMIT_FSIZE
        case .openFiles: RLIMIT_NOFILE
        }
    }
    #else
    private var resource: __rlimit_resource_t {
        switch self {
        case .fileSize: __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        case .openFiles: __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        }
    }
    #endif

    /// Sets the limit of this process.
    package func set(to number: rlim_t) throws(CallFailure) {
        var limit = try limits
        limit.rlim_cur = number
        try CallFailure.check("setrlimit") { setrlimit(resource, &limit) }
    }

    /// Raises the limit of this process as far as the system allows, and never lowers it; whether that is enough.
    package func raise(to number: rlim_t) -> Bool {
        guard let limit = try? limits else { return false }
        let raised = max(limit.rlim_cur, min(number, limit.rlim_max))
        return (try? set(to: raised)) != nil && raised >= number
    }

    private var limits: rlimit {
        get throws(CallFailure) {
            var limit = rlimit()
            try CallFailure.check("getrlimit") { getrlimit(resource, &limit) }
            return limit
        }
    }
}
