import Endpoints

/// A process made by fork(2), with a copy of this one's memory and of the calling thread only.
struct ForkedChild {
    let session: URLSession
    let site: URL
    /// Whether it ends by exit(3), which runs what the engine has registered for that.
    let exits: Bool

    /// Forks and waits for the child's end.
    ///
    /// - Returns: the exit status, or the number of the signal that ended it, negative; nil when it had to be killed.
    func status(within limit: Duration) -> Int32? {
        let child = Self.fork()
        guard child != 0 else {
            // It ends by itself too, when nobody is there any more to end it.
            alarm(20)
            end(with: code())
        }
        guard child > 0 else { return nil }
        let clock = ContinuousClock()
        let end = clock.now + limit
        var status: Int32 = 0
        while waitpid(child, &status, WNOHANG) == 0 {
            guard clock.now < end else {
                _ = kill(child, SIGKILL)
                _ = waitpid(child, &status, 0)
                return nil
            }
            usleep(2_000)
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
    }

    /// Makes a call; 0 when it fails as it should.
    private func code() -> Int32 {
        let session = session
        let site = site
        let result = OneThreadExecutor().run {
            // No time limit, which would wait for a thread that isn't there.
            await session.result(with: Fetch(name: "child"), environment: site, options: .init(retryPolicy: .never))
        }
        if case .failure(.transportError(let failure)) = result, failure.code == .forkedProcess { return 0 }
        FileHandle.standardOutput.write(Data("the call of the child came to \(result)\n".utf8))
        return 3
    }

    private func end(with code: Int32) -> Never {
        if exits { exit(code) } else { _exit(code) }
    }

    /// Swift hides the function, since little may be done in the child: that little is what is looked at here.
    private static func fork() -> pid_t {
        typealias Function = @convention(c) () -> pid_t
        guard let symbol = dlsym(nil, "fork") else { return -1 }
        return unsafeBitCast(symbol, to: Function.self)()
    }
}

/// Runs a task on the thread that waits for it: a forked child has no pool.
final class OneThreadExecutor: TaskExecutor {
    private let jobs = Locked<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
    }

    /// Carries out the work, and returns what it came to.
    func run<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
        let value = Locked<Value?>(nil)
        Task(executorPreference: self) {
            let made = await work()
            value.withLock { $0 = made }
        }
        while true {
            if let made = value.withLock({ $0 }) { return made }
            guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
                // Something else has the task, and may give it back.
                sched_yield()
                continue
            }
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
