import Endpoints

/// What the package costs, against code written by hand, in one process and one run.
///
///     swift run -c release Benchmarks [filter] [--json [FILE]] [--check] [--quick]
///
/// The README beside this file tells the method and the figures. `main` waits for a task of its own, because valgrind
/// can't run Swift's asynchronous `main`.
@main
struct Benchmarks {
    static func main() {
        let isDone = DispatchSemaphore(value: 0)
        let status = Locked<Int32>(0)
        Task.detached {
            do {
                let result = try await run(Arguments(Array(CommandLine.arguments.dropFirst())))
                status.withLock { $0 = result }
            } catch {
                Output.error("Benchmarks: \(error)")
                status.withLock { $0 = 2 }
            }
            isDone.signal()
        }
        isDone.wait()
        exit(status.withLock { $0 })
    }

    private static func run(_ arguments: Arguments) async throws -> Int32 {
        if arguments.serves {
            try ServeCommand.run()
        } else if let subject = arguments.only {
            try await SingleRun(subject, server: arguments.server).run(operations: arguments.iterations)
        } else if let subject = arguments.alone {
            Output.line(try await SingleRun(subject, server: arguments.server).sample().json)
        } else {
            return try await Session(arguments).run()
        }
        return 0
    }
}
