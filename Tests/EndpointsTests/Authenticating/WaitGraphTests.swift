import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(5)))
struct WaitGraphTests {
    private func wait(_ graph: WaitGraph, in source: WorkID?, for target: WorkID) async throws {
        try await WaitGraph.$current.withValue(source) { try await graph.waiting(for: target) {} }
    }

    @Test("G6 a refresh that waits for itself is found")
    func itself() async {
        let graph = WaitGraph()
        let id = WorkID.make()
        graph.begin(id)
        await #expect(throws: RefreshReentrancyError.self) { try await wait(graph, in: id, for: id) }
    }

    @Test("G6 a circle over two refreshes is found, and is none once a wait has ended")
    func circle() async throws {
        let graph = WaitGraph()
        let (first, second) = (WorkID.make(), WorkID.make())
        graph.begin(first)
        graph.begin(second)
        try await WaitGraph.$current.withValue(first) {
            try await graph.waiting(for: second) {
                await #expect(throws: RefreshReentrancyError.self) { try await wait(graph, in: second, for: first) }
            }
        }
        try await wait(graph, in: second, for: first)
    }

    @Test("G6 a task that outlived its refresh raises no alarm")
    func outlived() async throws {
        let graph = WaitGraph()
        let (old, new) = (WorkID.make(), WorkID.make())
        graph.begin(old)
        graph.end(old)
        graph.begin(new)
        try await wait(graph, in: old, for: new)
        try await wait(graph, in: old, for: old)
        try await wait(graph, in: nil, for: new)
    }
}
