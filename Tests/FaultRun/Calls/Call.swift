import Endpoints
import TestSupport

/// One call of the run, as the seed decided it.
struct Call: Sendable {
    /// Tells the calls apart at the server too.
    let id: Int
    let fault: Fault
    let shape: Shape
    /// The number of attempts that meet the fault.
    let strikes: Int
    /// Whether it goes through the session with few connections.
    let isNarrow: Bool

    /// What it has to come to.
    var expected: Outcome { shape.recovers ? .success : fault.outcome }

    /// The body that it sends, if it has one.
    var body: Data { Data("parcel \(id)".utf8) }

    /// The text that the server answers it with in the end.
    var answer: String { "well \(id)" }

    /// The options that it is sent with.
    func options(observer: any RequestObserver) -> RequestOptions {
        RequestOptions(
            timeout: fault == .stall ? .milliseconds(300) : .seconds(30),
            // A POST without a key has a policy too, which has to leave it alone.
            retryPolicy: shape == .getOnce ? .never : policy,
            idempotencyKey: shape == .postKeyed ? .generated : nil,
            observers: [observer]
        )
    }

    /// The longest wait before a retry that the server didn't ask for.
    static let longestDelay = Duration.milliseconds(20)

    private var policy: RetryPolicy {
        var policy = RetryPolicy(maxRetries: 3, baseDelay: .milliseconds(5), maxDelay: Self.longestDelay)
        // What is no HTTP is not taken for a passing fault unless one says so.
        if fault == .garbage { policy.shouldRetry = { failure in !failure.isCancelled } }
        return policy
    }

    /// The calls of a run: each kind of fault meets each kind of call about equally often, in an order of the seed's.
    static func plan(seed: UInt64, count: Int, firstID: Int = 0) -> [Call] {
        var random = SplitMix64(seed: seed)
        var kinds = (0..<count).map { number in
            (Fault.allCases[number % Fault.allCases.count], number / Fault.allCases.count % Shape.allCases.count)
        }
        for number in kinds.indices.reversed() { kinds.swapAt(number, random.below(number + 1)) }
        return kinds.enumerated().map { number, kind in
            let shape = Shape.allCases[kind.1]
            let passes = 1 + random.below(2)
            return Call(
                id: firstID + number,
                fault: kind.0,
                shape: shape,
                strikes: kind.0 == .none ? 0 : shape.recovers ? passes : 1_000,
                isNarrow: random.happens(20)
            )
        }
    }
}
