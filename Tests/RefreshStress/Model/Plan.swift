import TestSupport

/// Everything about a round that its seed decides; what the scheduling adds is the seed's too in the virtual form.
struct Plan: Sendable {
    /// What each caller does, one step after the other.
    let callers: [[Step]]
    /// How many instances share the account; more than one have a store in common.
    let owners: Int
    let hasStore: Bool
    let startsSignedIn: Bool
    /// Whether the first tokens are in the store from the start, if there is one, and not just at hand.
    let startsStored: Bool
    /// Whether the server has forgotten the first access token already: everybody meets a 401.
    let startsExpired: Bool
    /// For how many ticks the client believes in an access token; nil when it isn't told.
    let lifetime: Int?
    /// Which sign-ins there are.
    let accounts: Accounts
    /// The most ticks that a message is on its way.
    static let longestLatency = 3

    private let seed: UInt64
    private let exchangeTrouble: Int
    private let storeTrouble: Int
    /// Whether the store takes no tokens until all is quiet, as on a full disk.
    private let isFull: Bool
    private let mayBeSilent: Bool

    init(seed: UInt64, mayBeSilent: Bool = true) {
        var random = SplitMix64(seed: seed)
        self.seed = seed
        self.mayBeSilent = mayBeSilent
        hasStore = random.happens(70)
        isFull = hasStore && random.happens(8)
        owners = hasStore && random.happens(isFull ? 75 : 25) ? 2 : 1
        startsSignedIn = random.happens(92)
        startsStored = random.happens(70)
        startsExpired = random.happens(60)
        lifetime = random.happens(30) ? 4 + random.below(30) : nil
        exchangeTrouble = random.happens(50) ? 0 : 10 + random.below(50)
        storeTrouble = random.happens(50) ? 0 : 5 + random.below(40)
        let choice = random.below(100)
        switch choice {
        // Half of the rounds keep to one sign-in, and so to what holds within it.
        case ..<50: accounts = .one
        case ..<75: accounts = .changing
        case ..<87: accounts = .renewed
        default: accounts = owners == 1 ? .byTurns : .renewed
        }
        let callerCount = 3 + random.below(10)
        var callers: [[Step]] = []
        for _ in 0..<callerCount {
            let count = random.happens(30) ? 2 : 1
            var steps: [Step] = []
            for _ in 0..<count { steps += Step.drawn(from: &random, owners: owners, accounts: accounts) }
            // Long enough for notes to end.
            if isFull, random.happens(50) { steps[0].delay += random.below(8_000) }
            callers.append(steps)
        }
        self.callers = callers
    }

    /// What the token endpoint does with its nth exchange.
    func exchangeFault(_ number: Int) -> ExchangeFault {
        var random = draw(number, salt: 1)
        guard random.happens(exchangeTrouble) else { return random.happens(30) ? .slow : .none }
        switch random.below(mayBeSilent ? 11 : 6) {
        case 0, 1: return .unavailable
        case 2: return .empty
        case 3, 4: return .rejected
        case 5: return .lost
        case 6: return .silent
        case 7: return .overdue
        case 8: return .onTime
        default: return .late
        }
    }

    /// What the store does with its nth access.
    func storeFault(_ number: Int, of access: String) -> StoreFault? {
        var random = draw(number, salt: 2)
        if isFull, access == "save" { return .broken }
        guard random.happens(storeTrouble) else { return nil }
        return random.happens(60) ? .broken : .slow
    }

    /// The ticks that the nth message is on its way.
    func latency(_ number: Int) -> Int {
        var random = draw(number, salt: 3)
        return random.happens(50) ? 0 : random.below(Self.longestLatency + 1)
    }

    /// By number and not in order of asking: which one asks first is not the seed's to decide over sockets.
    private func draw(_ number: Int, salt: UInt64) -> SplitMix64 {
        var mixed = SplitMix64(seed: seed &+ salt &* 0x9E6D_62D0_6F6A_9A9B &+ UInt64(number) &* 0xA24B_AED4_963E_E407)
        return SplitMix64(seed: mixed.next())
    }
}

extension Step {
    /// Draws a step, or a sign-out and the sign-in that follows at once.
    fileprivate static func drawn(from random: inout SplitMix64, owners: Int, accounts: Accounts) -> [Step] {
        let chance = random.below(100)
        let action: Action
        switch chance {
        case ..<50: action = .fetch
        case ..<62: action = .accessToken
        case ..<70: action = .newAccessToken
        case ..<80: action = .expire
        default: action = command(chance - 80, accounts)
        }
        let step = Step(action, from: &random, owners: owners)
        guard action == .logout, random.happens(40) else { return [step] }
        let signIn = Step(
            action: .login, owner: step.owner, delay: 0, duration: random.below(5), cancellation: nil)
        return [step, signIn]
    }

    /// One of twenty commands about the sign-in; without any it is a request.
    private static func command(_ number: Int, _ accounts: Accounts) -> Action {
        let commands: [Action]
        switch accounts {
        case .one: return number < 14 ? .fetch : .accessToken
        case .changing: commands = [.logout, .login, .setTokens]
        case .renewed: commands = [.logout, .login, .setTokens, .relogin, .updateTokens, .relogin, .updateTokens]
        case .byTurns: commands = [.login, .relogin, .updateTokens, .logout, .login, .relogin, .setTokens]
        }
        return commands[number % commands.count]
    }

    private init(_ action: Action, from random: inout SplitMix64, owners: Int) {
        self.action = action
        owner = random.below(owners)
        duration = random.below(6)
        delay = random.happens(40) ? 0 : random.below(12)
        let mayBeCancelled = !action.endsGeneration && action != .expire
        let ticks = random.below(8)
        cancellation = random.happens(20) && mayBeCancelled ? ticks : nil
    }
}
