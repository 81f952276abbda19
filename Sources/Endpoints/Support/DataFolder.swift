/// Where a program keeps the data of a user.
package enum DataFolder {
    /// The platform's folder: Application Support on Apple platforms, that of the XDG specification elsewhere.
    package static var path: String {
        #if canImport(Darwin)
        NSSearchPathForDirectoriesInDomains(.applicationSupportDirectory, .userDomainMask, true).first
            ?? "\(NSHomeDirectory())/Library/Application Support"
        #else
        xdg(environment: ProcessInfo.processInfo.environment, home: NSHomeDirectory())
        #endif
    }

    /// The folder by the XDG Base Directory Specification: `$XDG_DATA_HOME`, or `.local/share` in the home folder.
    ///
    /// - Parameters:
    ///   - environment: the process's variables. A path that is not absolute is ignored, as the specification says.
    ///   - home: the home folder of the account, for when `HOME` says nothing.
    package static func xdg(environment: [String: String], home: String) -> String {
        if let folder = absolutePath(environment["XDG_DATA_HOME"]) { return folder }
        return "\(absolutePath(environment["HOME"]) ?? home)/.local/share"
    }

    private static func absolutePath(_ path: String?) -> String? {
        guard let path, path.hasPrefix("/") else { return nil }
        return path
    }
}
