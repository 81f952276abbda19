import Testing

@testable import Endpoints

/// The note that a session is over, without a session.
@Suite("The note that a session is over", .timeLimit(.minutes(5)))
struct SessionValidityTests {
    @Test("K6 a task is made before the end, and an error names the end afterwards")
    func note() throws {
        let validity = SessionValidity()
        try validity.check()
        #expect(try validity.making { 1 } == 1)
        validity.end()
        #expect(throws: TransportFailure.self) { try validity.check() }
        do {
            _ = try validity.making { Issue.record("made a task of a session that is over") }
        } catch {
            #expect(error.code == .sessionInvalidated)
        }
    }

    @Test("K6 the note is set before the session is invalidated, and the session is invalidated once")
    func once() throws {
        let validity = SessionValidity()
        var ends = 0
        for _ in 0..<3 { validity.end { ends += 1 } }
        #expect(ends == 1)
        #expect(throws: TransportFailure.self) { try validity.check() }
    }

    @Test("K6 no task is made while or after the session is invalidated, whoever comes when")
    func race() async {
        for _ in 0..<200 {
            let validity = SessionValidity()
            let isOver = Locked(false)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        _ = try? validity.making { #expect(!isOver.withLock { $0 }) }
                    }
                }
                group.addTask { validity.end { isOver.withLock { $0 = true } } }
            }
        }
    }
}

/// What is remembered of sessions.
@Suite("What is remembered of sessions", .timeLimit(.minutes(5)))
struct SessionTableTests {
    @Test("each session has one value, however often it is asked for")
    func identity() {
        let table = SessionTable<Int>()
        let (first, second) = (URLSession(configuration: .ephemeral), URLSession(configuration: .ephemeral))
        #expect(table.value(of: first) { 1 } == 1)
        #expect(table.value(of: first) { 2 } == 1)
        #expect(table.value(of: second) { 3 } == 3)
        #expect(table.count == 2)
        for session in [first, second] { session.invalidateAndCancel() }
    }

    @Test("a value that can't be made is an error, and not remembered")
    func failure() throws {
        let table = SessionTable<Int>()
        let session = URLSession(configuration: .ephemeral)
        #expect(throws: TransportFailure.self) {
            try table.value(of: session) { () throws(TransportFailure) in
                throw TransportFailure(code: .unsupportedSession)
            }
        }
        #expect(table.value(of: session) { 4 } == 4)
        session.invalidateAndCancel()
    }

    @Test("of two values that are made at once for one session, one is kept and the other discarded")
    func race() async {
        let discarded = Locked<[Int]>([])
        let table = SessionTable<Int> { value in discarded.withLock { $0.append(value) } }
        let session = URLSession(configuration: .ephemeral)
        let values = await withTaskGroup(of: Int.self) { group in
            for number in 0..<8 { group.addTask { table.value(of: session) { number } } }
            return await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(values.count == 1)
        #expect(values.isDisjoint(with: discarded.withLock { $0 }))
        session.invalidateAndCancel()
    }
}

/// The configuration of a session that is made for endpoints.
struct EndpointsConfigurationTests {
    @Test("forEndpoints has no cache of its own, in which the next account could find an answer to the last")
    func noCache() {
        #expect(URLSession.endpointsConfiguration(nil).urlCache == nil)
    }

    @Test("a configuration that is given keeps its cache, and isn't changed")
    func givenCache() {
        let configuration = URLSessionConfiguration.ephemeral
        let cache = URLCache(memoryCapacity: 1024, diskCapacity: 0, diskPath: nil)
        configuration.urlCache = cache
        #expect(URLSession.endpointsConfiguration(configuration) === configuration)
        #expect(configuration.urlCache === cache)
    }
}
