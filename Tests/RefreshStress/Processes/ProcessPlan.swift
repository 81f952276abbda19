import Endpoints
import TestSupport

/// Everything about a round of processes that its seed decides.
struct ProcessPlan: Sendable {
    /// One thing that a process is told to do.
    enum Task: Sendable {
        /// Sends requests at once.
        case fetch(Int)
        case login, logout
        /// Lets milliseconds pass.
        case pause(Int)
    }

    /// When a process is killed.
    enum Death: String, Sendable {
        /// When its request has been refused: about to read the store, or to note its intent.
        case preparing
        /// When its refresh token arrives, before it is exchanged.
        case presenting
        /// When its refresh token has been exchanged, before the answer.
        case exchanged
        /// When the answer has been sent: before it saves the pair, or after.
        case answered
    }

    /// What the token endpoint does with one exchange.
    enum Exchange: Sendable, CustomStringConvertible {
        case plain(ExchangeFault)
        case death(Death)
        /// The disk is full when the answer comes.
        case fullDisk

        var description: String {
            switch self {
            case .plain(let fault): fault.rawValue
            case .death(let death): "death when \(death.rawValue)"
            case .fullDisk: "full disk"
            }
        }
    }

    /// What happens to the folder.
    enum Damage: String, Sendable, CaseIterable {
        case deleted, rubbish, symlink, readOnly, full
    }

    let seed: UInt64
    /// What each process does.
    let scripts: [[Task]]
    /// How long a refresh may take, by the accounts' clock.
    let limit: Duration
    let isShort: Bool
    /// For how many of the accounts' seconds a note is good.
    var noteLength: TimeInterval { (limit + max(limit / 4, .seconds(3))) / .seconds(1) }
    /// Whether the folder is a disk of its own, of a few pages.
    let hasSmallDisk: Bool
    private let trouble: Int
    private let deaths: Int
    private let damage: Int
    private let expiry: Int

    init(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        self.seed = seed
        isShort = random.happens(35)
        limit = isShort ? .seconds(2) : .seconds(15)
        hasSmallDisk = random.happens(15)
        trouble = random.happens(40) ? 0 : 15 + random.below(40)
        deaths = random.happens(40) ? 0 : 10 + random.below(30)
        damage = random.happens(40) ? 0 : 5 + random.below(15)
        expiry = 20 + random.below(40)
        let changesUsers = random.happens(40)
        let count = random.happens(70) ? 2 : 3
        var scripts: [[Task]] = []
        for _ in 0..<count {
            let length = 2 + random.below(4)
            var script: [Task] = []
            for _ in 0..<length {
                let chance = random.below(100)
                switch chance {
                case ..<60: script.append(.fetch(1))
                case ..<75: script.append(.fetch(3))
                case ..<85: script.append(.pause(random.below(10)))
                case ..<94: script.append(changesUsers ? .login : .fetch(1))
                default: script.append(changesUsers ? .logout : .fetch(1))
                }
            }
            scripts.append(script)
        }
        self.scripts = scripts
    }

    func exchange(_ number: Int) -> Exchange {
        var random = draw(number, salt: 1)
        if random.happens(deaths) { return .death([.presenting, .exchanged, .answered, .answered][random.below(4)]) }
        guard random.happens(trouble) else { return .plain(.none) }
        switch random.below(isShort ? 9 : 5) {
        case 0: return .plain(.unavailable)
        case 1: return .plain(.lost)
        case 2: return .plain(.rejected)
        case 3, 4: return .fullDisk
        case 5: return .plain(.silent)
        case 6: return .plain(.overdue)
        default: return .plain(.late)
        }
    }

    /// Whether the access tokens end before a request is answered.
    func expires(_ number: Int) -> Bool {
        var random = draw(number, salt: 2)
        return random.happens(expiry)
    }

    /// Whether the process of a refused request is killed.
    func kills(_ number: Int) -> Bool {
        var random = draw(number, salt: 3)
        return random.happens(deaths / 4)
    }

    /// What happens to the folder when a request arrives.
    func damage(_ number: Int) -> Damage? {
        var random = draw(number, salt: 4)
        guard random.happens(damage) else { return nil }
        return Damage.allCases[random.below(Damage.allCases.count)]
    }

    /// The microseconds between an answer and the death of the process.
    func moment(_ number: Int) -> Int {
        var random = draw(number, salt: 5)
        return random.below(4_000)
    }

    /// For how many milliseconds a disk is full: some outlast the note about the token.
    func fullDisk(_ number: Int) -> Int {
        var random = draw(number, salt: 6)
        return 20 + random.below(random.happens(30) ? 2_500 : 250)
    }

    private func draw(_ number: Int, salt: UInt64) -> SplitMix64 {
        var mixed = SplitMix64(seed: seed &+ salt &* 0x9E6D_62D0_6F6A_9A9B &+ UInt64(number) &* 0xA24B_AED4_963E_E407)
        return SplitMix64(seed: mixed.next())
    }
}
