/// Does `operations` pieces of work by some tasks at a time, each of which does its share one after the other.
func concurrently(
    _ tasks: Int, operations: Int, _ work: @escaping @Sendable (_ number: Int) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<min(tasks, operations) {
            group.addTask {
                for number in stride(from: task, to: operations, by: tasks) { try await work(number) }
            }
        }
        try await group.waitForAll()
    }
}

/// Keeps the compiler from leaving out work whose result nobody needs.
@inline(never)
func use<Value>(_ value: Value) {}

/// Something came out wrong, so that its speed says nothing.
struct WrongResult: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
