import Endpoints

/// One round: callers who do what the plan says, all at once, then silence, then a look at what is left.
final class Round: Sendable {
    private let plan: Plan
    private let world: World
    private let store: StressStore?
    private let accounts: [Account]
    private let calls = Locked(0)
    /// The user who signed in last, where users sign in one after the other.
    private let lastUser: Locked<Int?>
    private let turns = StoreLock()

    init(plan: Plan, world: World) {
        self.plan = plan
        self.world = world
        let first = plan.startsSignedIn ? world.server.signIn() : nil
        lastUser = Locked(first == nil ? nil : 0)
        if plan.startsExpired { world.server.expire() }
        let pair = first.map { TokenPair($0.access, $0.refresh, plan: plan, pace: world.pace) }
        // Two instances find the tokens in the store, as after a relaunch: tokens at hand count whenever it is empty.
        let isStored = plan.hasStore && (plan.startsStored || plan.owners > 1)
        let store = plan.hasStore ? StressStore(isStored ? pair : nil, plan: plan, world: world) : nil
        self.store = store
        accounts = (0..<plan.owners).map { owner in
            Account(tokens: isStored ? nil : pair, storage: store, owner: owner, plan: plan, world: world)
        }
    }

    func run() async {
        await withTaskGroup(of: Void.self) { group in
            for steps in plan.callers {
                group.addTask {
                    for step in steps { await self.take(step) }
                }
            }
        }
        await rest()
    }

    /// Takes a step in a task of its own, which may be cancelled, and waits for its end.
    private func take(_ step: Step) async {
        await world.pace.pass(step.delay)
        let call = calls.withLock { calls -> Int in
            calls += 1
            return calls
        }
        let work = Task { await self.perform(step, call: call) }
        guard let cancellation = step.cancellation else { return await work.value }
        let cancelling = Task {
            await world.pace.pass(cancellation)
            world.trace.note(.cancelled(call: call))
            work.cancel()
        }
        await work.value
        await cancelling.value
    }

    private func perform(_ step: Step, call: Int) async {
        guard step.action != .expire else {
            world.server.expire()
            return
        }
        guard plan.accounts == .byTurns, step.action.endsGeneration else { return await carryOut(step, call: call) }
        // It is never cancelled.
        try? await turns.run { await self.carryOut(step, call: call) }
    }

    /// The user that a step signs in; nil for a new one.
    private func user(of step: Step) -> Int? {
        switch plan.accounts {
        case .one, .changing: nil
        case .renewed: 0
        case .byTurns: step.action.keepsCalls ? lastUser.withLock { $0 } : nil
        }
    }

    private func carryOut(_ step: Step, call: Int) async {
        let token = step.action.signsIn ? world.server.signIn(user: user(of: step)) : nil
        if let token { lastUser.withLock { $0 = world.server.user(of: token) } }
        world.trace.note(.began(call: call, step: step, session: token?.session))
        let outcome: Outcome
        do {
            outcome = try await act(step, call: call, token: token)
        } catch {
            outcome = Outcome(error)
        }
        world.trace.note(.ended(call: call, outcome))
    }

    private func act(_ step: Step, call: Int, token: Token?) async throws -> Outcome {
        let account = accounts[step.owner]
        let pair = token.map { TokenPair($0.access, $0.refresh, plan: plan, pace: world.pace) }
        switch step.action {
        case .fetch:
            _ = try await world.session.response(
                with: Fetch(number: "\(call)"), environment: world.url, auth: account.auth
            )
        case .accessToken:
            return .token(try await account.auth.accessToken())
        case .newAccessToken:
            return .token(try await account.auth.newAccessToken())
        case .login, .relogin:
            guard let pair else { return .done }
            let (pace, trace) = (world.pace, world.trace)
            try await account.auth.login(keepingCalls: step.action == .relogin) {
                try await trace.signingIn {
                    // It doesn't hear of a cancellation: what comes late has to be dropped.
                    await pace.pass(step.duration)
                    if step.duration > 4 { throw WrongPassword() }
                    return pair
                }
            }
        case .setTokens:
            guard let pair else { return .done }
            try await account.auth.setTokens(pair)
        case .updateTokens:
            guard let pair else { return .done }
            try await account.auth.updateTokens(pair)
        case .logout:
            try await account.auth.logout()
        case .expire:
            break
        }
        return .done
    }

    /// Waits for refreshes and sign-ins that nobody waits for any more, and finds out what every instance has in the end.
    private func rest() async {
        while world.trace.openWork > 0 { await world.pace.pass(20) }
        world.server.recover()
        store?.recover()
        world.trace.note(.quiet)
        for (owner, account) in accounts.enumerated() {
            // The first one may still get what a fault left behind, and the second one a token that ended meanwhile; the
            // third one finds everything in order.
            for _ in 0..<3 { await take(Step(action: .fetch, owner: owner, delay: 0, duration: 0, cancellation: nil)) }
            // What the store didn't take is saved again after a second.
            for _ in 0..<10 where account.auth.state == .storageFailed { await world.pace.pass(.milliseconds(1_100)) }
            let tokens = try? await account.auth.tokens
            let stored = store == nil ? tokens : store?.content
            world.trace.note(
                .rest(
                    owner: owner,
                    tokens: tokens?.accessToken,
                    state: account.auth.state,
                    stored: stored?.accessToken
                )
            )
        }
    }
}

/// A sign-in failed.
struct WrongPassword: Error {}
