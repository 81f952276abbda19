import Foundation

/// Runs every job on a thread of its own, so that a test may block there.
///
/// The shared pool has as many threads as the machine has cores: two tests that block two of them end all others.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class OwnThreads: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        Thread.detachNewThread { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
