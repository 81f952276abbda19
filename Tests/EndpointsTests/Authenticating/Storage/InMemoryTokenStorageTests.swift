import Testing

@testable import Endpoints

@Suite(.timeLimit(.minutes(5)))
struct InMemoryTokenStorageTests {
    @Test("it holds what it was made with, then what was saved, then nothing")
    func content() {
        let storage = InMemoryTokenStorage(TokenPair(accessToken: "A"))
        #expect(storage.load()?.accessToken == "A")
        storage.save(TokenPair(accessToken: "B"))
        #expect(storage.load()?.accessToken == "B")
        storage.clear()
        #expect(storage.load() == nil)
        #expect(InMemoryTokenStorage().load() == nil)
    }

    @Test("R-18 owners exclude each other, and a cancelled one leaves")
    func excludes() async throws {
        let storage: any TokenStorage = InMemoryTokenStorage(TokenPair(accessToken: "0"))
        let entered = Signal()
        let leave = Signal()
        let holder = Task {
            try await storage.withExclusiveAccess {
                entered.send()
                await leave.wait()
                try await storage.save(TokenPair(accessToken: "1"))
            }
        }
        await entered.wait()
        let waiter = Task { try await storage.withExclusiveAccess { try await storage.load()?.accessToken } }
        let cancelled = Task { try await storage.withExclusiveAccess { recordRun() } }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        leave.send()
        try await holder.value
        #expect(try await waiter.value == "1")
    }

    @Test("no dump shows the tokens")
    func redacted() {
        let storage = InMemoryTokenStorage(TokenPair(accessToken: "s3cr3t-a", refreshToken: "s3cr3t-r"))
        var text = ""
        dump(storage, to: &text)
        #expect(!(text + String(reflecting: storage) + "\(storage)").contains("s3cr3t"))
    }
}
