#if os(Linux) || os(macOS)
import Endpoints

/// The system calls that start a program.
enum Spawn {
    /// Two ends of a connection that no program inherits.
    static func channel() throws(CallFailure) -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        // Not a pipe, whose ends the program of another test could inherit on Linux before they are marked.
        #if canImport(Darwin)
        try CallFailure.check("socketpair") { socketpair(AF_UNIX, SOCK_STREAM, 0, &ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        #else
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        try CallFailure.check("socketpair") { socketpair(AF_UNIX, kind, 0, &ends) }
        #endif
        return (ends[0], ends[1])
    }

    /// Starts a program that prints to a descriptor, shares standard error, and has nothing to read.
    static func start(_ path: String, _ arguments: [String], output: Int32) throws(CallFailure) -> pid_t {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        if output != STDOUT_FILENO { posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO) }

        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads of the pool take no signals, and a program would not take them either.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var flags = POSIX_SPAWN_SETSIGMASK
        #if canImport(Darwin)
        // Only these are passed on, whatever other tests have open.
        posix_spawn_file_actions_addinherit_np(&actions, STDERR_FILENO)
        if output == STDOUT_FILENO { posix_spawn_file_actions_addinherit_np(&actions, STDOUT_FILENO) }
        flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
        // The platform's sockets are not marked: a server that is left behind would keep other tests' connections open.
        // Closing what isn't open is no failure.
        for descriptor in STDERR_FILENO + 1..<1024 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        #endif
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var identifier = pid_t()
        let code = posix_spawn(&identifier, path, &actions, &attributes, words, environ)
        guard code == 0 else { throw CallFailure(call: "posix_spawn", code: code) }
        return identifier
    }
}
#endif
