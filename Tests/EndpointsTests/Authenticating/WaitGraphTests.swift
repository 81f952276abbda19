import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(5)))
struct WaitGraphTests {
    private func wait(_ graph: WaitGraph, in source: WorkID?, for target: WorkID, _ body: () throws -> Void = {}) throws
    {
        try WaitGraph.$current.withValue(source) {
            let isNoted = try graph.beginWait(for: target)
            defer { if isNoted { graph.endWait(for: target) } }
            try body()
        }
    }

    @Test("G6 a refresh that waits for itself is found")
    func itself() {
        let graph = WaitGraph()
        let id = WorkID.make()
        graph.begin(id)
        #expect(throws: RefreshReentrancyError.self) { try wait(graph, in: id, for: id) }
    }

    @Test("G6 a circle over two refreshes is found, and is none once a wait has ended")
    func circle() throws {
        let graph = WaitGraph()
        let (first, second) = (WorkID.make(), WorkID.make())
        graph.begin(first)
        graph.begin(second)
        try wait(graph, in: first, for: second) {
            #expect(throws: RefreshReentrancyError.self) { try wait(graph, in: second, for: first) }
        }
        try wait(graph, in: second, for: first)
    }

    @Test("G6 a task that outlived its refresh raises no alarm")
    func outlived() throws {
        let graph = WaitGraph()
        let (old, new) = (WorkID.make(), WorkID.make())
        graph.begin(old)
        graph.end(old)
        graph.begin(new)
        try wait(graph, in: old, for: new)
        try wait(graph, in: old, for: old)
        try wait(graph, in: nil, for: new)
    }
}
