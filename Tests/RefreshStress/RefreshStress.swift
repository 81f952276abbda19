import Endpoints

/// Rounds of everything that can happen to a `JWTAuth` at the same time, each of which has to keep its promises.
///
///     RefreshStress --form virtual --rounds 1000 --seed 1
///
/// The forms are `virtual`, where a seed decides everything, `socket`, and `processes`, where several share one file and
/// are killed.
///
/// Exits with 1 when a promise was broken, and prints the seed of the round and all that happened in it: with `--rounds 1`
/// and that seed the virtual form does exactly the same again, and the socket form has the same plan.
@main
struct RefreshStress {
    static func main() throws {
        #if os(Linux)
        // One of the processes of a round.
        if let worker = Worker(Array(CommandLine.arguments.dropFirst())) {
            Task.detached {
                await worker.run()
                exit(0)
            }
            dispatchMain()
        }
        #endif
        guard let arguments = Arguments(Array(CommandLine.arguments.dropFirst())) else {
            print("usage: RefreshStress --form virtual|socket|processes --rounds N --seed S")
            exit(2)
        }
        if arguments.form == .virtual { fixHashing() }
        print("form \(arguments.form.rawValue), \(arguments.rounds) rounds, seed \(arguments.seed)")
        let tally = Tally()
        try form(arguments.form).run(arguments.seeds) { report in
            if arguments.rounds == 1, report.violations.isEmpty { print(report.transcript) }
            return tally.take(report)
        }
        print(tally.summary)
        guard let failure = tally.failure else { return }
        print("\nVIOLATION in the round with seed \(failure.seed)")
        print(failure.transcript)
        for violation in failure.violations { print("VIOLATION \(violation)") }
        print("again: --form \(arguments.form.rawValue) --rounds 1 --seed \(failure.seed)")
        exit(1)
    }

    private static func form(_ name: Arguments.FormName) throws -> any Form {
        switch name {
        case .virtual: return try VirtualForm()
        case .socket: return try SocketForm()
        case .processes:
            #if os(Linux)
            return try ProcessForm()
            #else
            throw Unavailable()
            #endif
        }
    }

    /// The form needs what this system doesn't have.
    private struct Unavailable: Error {}

    /// Starts the program anew with hashing that is the same every time, or the order of a dictionary's values, in which
    /// waiters are resumed, would be another one in each process.
    private static func fixHashing() {
        #if os(Linux) || os(macOS)
        let name = "SWIFT_DETERMINISTIC_HASHING"
        guard ProcessInfo.processInfo.environment[name] == nil, let path = Bundle.main.executablePath else { return }
        setenv(name, "1", 1)
        var words = ([path] + CommandLine.arguments.dropFirst()).map { strdup($0) } + [nil]
        execv(path, &words)
        #endif
    }
}
