#if os(Linux)
import Endpoints

/// A folder that the processes of a round share, and what happens to it.
final class SharedFolder: Sendable {
    let file: URL
    /// The user that the processes are; nil for this one.
    let user: uid_t?
    private let path: String
    private let filling: String
    private let isMounted: Bool

    /// Creates a folder with the tokens of a sign-in in it; as root it belongs to a user whom rights bind.
    init(tokens: TokenPair, hasSmallDisk: Bool) async throws {
        // In memory, where waiting for the disk takes no time.
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/refresh-stress-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw POSIXError(.EIO) }
        path = String(cString: made)
        file = URL(fileURLWithPath: path).appendingPathComponent("tokens.json")
        filling = "\(path)/filling"
        user = geteuid() == 0 ? 65_534 : nil
        isMounted = hasSmallDisk && mount("tmpfs", path, "tmpfs", 0, "size=64k,mode=0700") == 0
        try await FileTokenStorage(url: file).save(tokens)
        guard let user else { return }
        for path in [path, file.path] { _ = chown(path, user, user) }
    }

    deinit {
        if isMounted { _ = umount2(path, Int32(MNT_DETACH)) }
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The tokens in the file; nil when it holds none.
    var tokens: TokenPair? {
        (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(TokenPair.self, from: $0) }
    }

    /// The note about a refresh token.
    var note: RefreshNote? {
        (try? Data(contentsOf: URL(fileURLWithPath: "\(file.path).refresh"))).flatMap {
            try? JSONDecoder().decode(RefreshNote.self, from: $0)
        }
    }

    /// Does damage; false where it can't be done here.
    func take(_ damage: ProcessPlan.Damage) -> Bool {
        switch damage {
        case .deleted: return unlink(file.path) == 0
        case .rubbish:
            guard let stream = fopen(file.path, "w") else { return false }
            fputs("no tokens at all", stream)
            fclose(stream)
            return true
        case .symlink:
            unlink(file.path)
            return symlink("/nonexistent/tokens.json", file.path) == 0
        case .readOnly: return chmod(path, 0o500) == 0
        case .full:
            guard isMounted, let stream = fopen(filling, "w") else { return false }
            let page = [UInt8](repeating: 1, count: 4096)
            for _ in 0..<32 where fwrite(page, 1, page.count, stream) < page.count { break }
            fclose(stream)
            return true
        }
    }

    /// Makes the folder a good one again; what is no file of tokens is removed.
    func repair() {
        chmod(path, 0o700)
        unlink(filling)
        if tokens == nil { unlink(file.path) }
    }
}
#endif
