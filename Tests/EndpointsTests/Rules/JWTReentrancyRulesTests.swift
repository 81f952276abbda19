import Endpoints
import Testing

private typealias Use = @Sendable (JWTAuth) async throws -> Void

@Suite("JWTAuth finds a refresh that waits for itself", .timeLimit(.minutes(5)))
struct JWTReentrancyRulesTests {
    private let inner = RuleLog<Bool>()
    private let first = TokenPair(accessToken: "A1", refreshToken: "r1", expiresAt: .distantPast)
    private let fresh = TokenPair(accessToken: "A2", refreshToken: "r2")

    /// Whether the error is, or was caused by, a reentrant refresh.
    private func isReentrancy(_ error: (any Error)?) -> Bool {
        switch error {
        case is RefreshReentrancyError: true
        case AuthenticationError.Code.reentrantRefresh?: true
        default: false
        }
    }

    private static let uses: [(String, Use)] = [
        ("accessToken", { _ = try await $0.accessToken() }),
        ("newAccessToken", { _ = try await $0.newAccessToken() }),
        ("authenticate", { _ = try await $0.ruleHeader() }),
        ("reauthenticate", { try await $0.reauthenticate(after: ruleRequest(bearer: "A1")) }),
        ("ifAvailable", { _ = try await $0.ifAvailable.authenticate(request: ruleRequest()) }),
        ("async let", asyncLet), ("child task", { auth in _ = try await Task { try await auth.accessToken() }.value }),
        ("nested child task", nested), ("task group", group),
    ]

    private static let asyncLet: Use = {
        async let token = $0.accessToken()
        _ = try await token
    }

    private static let nested: Use = { auth in
        try await Task { _ = try await Task { try await auth.newAccessToken() }.value }.value
    }

    private static let group: Use = { auth in
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await auth.accessToken() }
            try await group.waitForAll()
        }
    }

    @Test("G6 R-06 a handler that needs its own method gets RefreshReentrancyError at once", arguments: 0..<9)
    func ownMethod(index: Int) async throws {
        let (name, use) = Self.uses[index]
        let box = RuleBox<JWTAuth>()
        let thrown = RuleLog<Bool>()
        let auth = JWTAuth(initialTokens: first) { _ in
            do {
                try await use(box.get())
                await thrown.add(false)
            } catch {
                await thrown.add(isReentrancy(error))
                throw error
            }
            return fresh
        }
        await box.set(auth)
        let outer = await ruleError { try await auth.ruleHeader() }
        #expect(await thrown.entries == [true], "\(name)")
        #expect(isReentrancy(outer), "\(name): \(String(describing: outer))")
    }

    @Test("G6 a handler that survives its own fault is no failure, and blocks nothing")
    func survives() async throws {
        let box = RuleBox<JWTAuth>()
        let auth = JWTAuth(initialTokens: first) { _ in
            await inner.add(isReentrancy(await ruleError { try await box.get().newAccessToken() }))
            return fresh
        }
        await box.set(auth)
        #expect(try await auth.ruleHeader() == "Bearer A2")
        #expect(try await auth.newAccessToken() == "A2")
        #expect(await inner.entries == [true, true])
    }

    @Test("G6 a cycle over two methods is found from either side", arguments: [true, false])
    func twoMethods(leftFirst: Bool) async throws {
        let left = RuleBox<JWTAuth>()
        let right = RuleBox<JWTAuth>()
        let one = JWTAuth(initialTokens: first) { _ in
            _ = try await right.get().accessToken()
            return fresh
        }
        let two = JWTAuth(initialTokens: first) { _ in
            _ = try await left.get().accessToken()
            return fresh
        }
        await left.set(one)
        await right.set(two)
        #expect(isReentrancy(await ruleError { try await (leftFirst ? one : two).ruleHeader() }))
        #expect(isReentrancy(await ruleError { try await (leftFirst ? two : one).ruleHeader() }))
    }

    @Test("G6 two refreshes that wait for each other are found, whoever started them")
    func mutualWait() async throws {
        let left = RuleBox<JWTAuth>()
        let right = RuleBox<JWTAuth>()
        let leftEntered = RuleGate()
        let rightEntered = RuleGate()
        let one = JWTAuth(initialTokens: first) { _ in
            await leftEntered.open()
            await rightEntered.wait()
            _ = try await right.get().accessToken()
            return fresh
        }
        let two = JWTAuth(initialTokens: first) { _ in
            await rightEntered.open()
            await leftEntered.wait()
            _ = try await left.get().accessToken()
            return fresh
        }
        await left.set(one)
        await right.set(two)
        async let first = ruleError { try await one.accessToken() }
        async let second = ruleError { try await two.accessToken() }
        let errors = [await first, await second]
        #expect(errors.contains { isReentrancy($0) })
    }

    @Test("G6 a cycle over three methods is found")
    func threeMethods() async throws {
        let boxes = [RuleBox<JWTAuth>(), RuleBox<JWTAuth>(), RuleBox<JWTAuth>()]
        for index in 0..<3 {
            await boxes[index].set(
                JWTAuth(initialTokens: first) { _ in
                    _ = try await Task { try await boxes[(index + 1) % 3].get().ruleHeader() }.value
                    return fresh
                })
        }
        #expect(isReentrancy(await ruleError { try await boxes[1].get().accessToken() }))
    }

    @Test("G6 a chain of methods is no cycle, and neither is a diamond")
    func chain() async throws {
        let base = JWTAuth(initialTokens: first) { _ in fresh }
        let middles = (0..<2).map { _ in
            JWTAuth(initialTokens: first) { _ in
                _ = try await base.newAccessToken()
                return fresh
            }
        }
        let top = JWTAuth(initialTokens: first) { _ in
            async let one = middles[0].accessToken()
            async let two = middles[1].accessToken()
            _ = try await (one, two)
            _ = try await base.accessToken()
            return fresh
        }
        #expect(try await top.ruleHeader() == "Bearer A2")
    }

    @Test("G6 a task that outlives the refresh that started it is no false alarm")
    func outliving() async throws {
        let box = RuleBox<JWTAuth>()
        let gate = RuleGate()
        let late = RuleBox<Task<[String], any Error>>()
        let log = RuleLog<Int>()
        let auth = JWTAuth(initialTokens: first) { _ in
            let number = await log.add(0)
            if number == 1 {
                let task = Task {
                    await gate.wait()
                    return [try await box.get().accessToken(), try await box.get().newAccessToken()]
                }
                await late.set(task)
            }
            return TokenPair(accessToken: "A\(number + 1)", refreshToken: "r")
        }
        await box.set(auth)
        #expect(try await auth.accessToken() == "A2")
        await gate.open()
        #expect(try await late.get().value == ["A2", "A3"])
    }

    @Test("G6 a detached task cannot be seen and is ended by the time limit")
    func detached() async throws {
        let box = RuleBox<JWTAuth>()
        let auth = JWTAuth(initialTokens: first, configuration: .init(refreshTimeout: .milliseconds(50))) { _ in
            _ = try await Task.detached { try await box.get().accessToken() }.value
            return fresh
        }
        await box.set(auth)
        let error = await ruleError { try await auth.accessToken() }
        #expect(error is AuthenticationError, "\(String(describing: error))")
    }

    @Test("S4-54 the error says how to mend it")
    func message() {
        let error = RefreshReentrancyError()
        #expect(error.errorDescription?.contains("NoAuth") == true)
        #expect(AuthenticationError.reentrantRefresh(error).errorDescription?.contains("NoAuth") == true)
        #expect("\(error)".contains("NoAuth"))
    }
}
