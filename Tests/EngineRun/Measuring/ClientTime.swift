import Endpoints

/// The processor time that the clients of a server take, read on the server's thread.
///
/// What the server itself takes is left out: it looks at all of its connections each time.
enum ClientTime {
    /// Nanoseconds of this process except for those of this thread.
    static var now: Int { nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - nanoseconds(CLOCK_THREAD_CPUTIME_ID) }

    private static func nanoseconds(_ clock: clockid_t) -> Int {
        var time = timespec()
        clock_gettime(clock, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
