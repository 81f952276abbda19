import Endpoints
import TestSupport

/// Runs every job of the process on the main thread, in an order that a seed decides.
///
/// The concurrency library lets a process take the place of its global executor by a hook, which is what test libraries
/// use for a main serial executor. Two ways go around it, so nothing here takes them: `Task.yield()` and `Task.sleep`
/// ask the platform's executor by themselves since Swift 6.2, and what Dispatch calls comes from a thread of its own.
enum SerialScheduler {
    private typealias Original = @convention(thin) (UnownedJob) -> Void
    private typealias Hook = @convention(thin) (UnownedJob, Original) -> Void

    private enum Item: Sendable {
        case job(UnownedJob)
        case yield(UnsafeContinuation<Void, Never>)
    }

    private struct State: Sendable {
        var items: [Item] = []
        var strangers = 0
    }

    /// The executor that jobs are told they run on.
    ///
    /// Whoever runs on it has to leave it to get to an actor and back, so each hop is one more place at which the order
    /// is open.
    private final class Stage: SerialExecutor {
        func enqueue(_ job: UnownedJob) { SerialScheduler.add(.job(job)) }

        // Declared, because the default needs macOS 14.
        func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
    }

    private static let state = Locked(State())
    private static let stage = Stage()

    /// Takes the place of the global executor for the rest of the process; false where there is no such hook.
    static func install() -> Bool {
        guard let library = dlopen(nil, RTLD_NOW), let symbol = dlsym(library, "swift_task_enqueueGlobal_hook")
        else { return false }
        symbol.assumingMemoryBound(to: Hook?.self).pointee = { job, _ in SerialScheduler.add(.job(job)) }
        return true
    }

    /// How many jobs came from another thread: the order was not the seed's alone then.
    static var strangers: Int { state.withLock(\.strangers) }

    /// Lets others run.
    static func yield() async {
        await withUnsafeContinuation { add(.yield($0)) }
    }

    /// Runs jobs until none is left; `idle` says whether there are more to come then.
    static func run(seed: UInt64, whenIdle idle: () -> Bool) {
        var random = SplitMix64(seed: seed)
        while true {
            guard let item = next(&random) else {
                if idle() { continue }
                return
            }
            switch item {
            case .job(let job): job.runSynchronously(on: stage.asUnownedSerialExecutor())
            case .yield(let continuation): continuation.resume()
            }
        }
    }

    private static func next(_ random: inout SplitMix64) -> Item? {
        state.withLock { state in
            guard !state.items.isEmpty else { return nil }
            let chosen = random.below(state.items.count)
            state.items.swapAt(chosen, state.items.count - 1)
            return state.items.removeLast()
        }
    }

    private static func add(_ item: Item) {
        state.withLock { state in
            state.items.append(item)
            if !Thread.isMainThread { state.strangers += 1 }
        }
    }
}
