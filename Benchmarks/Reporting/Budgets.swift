extension Budget {
    /// What the package promises about its cost.
    ///
    /// Instructions are counted by `.scripts/count-instructions`.
    static let all: [Budget] =
        get + building + token + storm + [
            Budget(Subject("mock", "typed-mock"), .cpu, of: Subject("mock", "stub"), atMost: 1.5),
            Budget(
                Subject("decode-dates", "endpoints"), .cpu, of: Subject("decode-dates", "iso8601"), atMost: 1.2),
            Budget(
                Subject("memory-20000", "endpoints"), .memoryGrowth, of: Subject("memory-20000", "by-hand"), atMost: 1.3
            ),
        ]

    private static let get = [
        // The medians of many runs are 0.32 and 0.24; a run may be off by 0.03.
        Budget(Subject("get", "endpoints-default"), .cpu, of: Subject("get", "by-hand"), atMost: 0.38),
        Budget(Subject("get", "endpoints-safe"), .cpu, of: Subject("get", "by-hand"), atMost: 0.38),
        Budget(Subject("get", "endpoints-default"), .allocations, atMost: 220),
        Budget(Subject("get-16", "endpoints-default"), .cpu, of: Subject("get-16", "by-hand"), atMost: 0.28),
        Budget(Subject("get-16", "endpoints-safe"), .cpu, of: Subject("get-16", "by-hand"), atMost: 0.28),
        Budget(Subject("get-16", "endpoints-default"), .allocations, atMost: 220),
    ]

    private static let building = [
        Budget(Subject("build", "endpoints"), .cpu, of: Subject("build", "components"), atMost: 0.3),
        // The median of many runs is 0.43, of which encoder and method setter, which both sides need, are 0.35; a run
        // may be off by 0.02.
        Budget(Subject("build-body", "endpoints"), .cpu, of: Subject("build-body", "components"), atMost: 0.55),
        // Against the quickest code there is: one string, parsed once, and one dictionary.
        Budget(Subject("build", "endpoints"), .cpu, of: Subject("build", "string-dictionary"), atMost: 1.15),
        Budget(
            Subject("build-body", "endpoints"), .cpu, of: Subject("build-body", "string-dictionary"), atMost: 1.2),
        Budget(
            Subject("build-parameters", "endpoints-per-512"), .cpu,
            of: Subject("build-parameters", "endpoints-per-8"), atMost: 1.25),
    ]

    private static let token = [
        Budget(Subject("token", "endpoints"), .cpu, of: Subject("token", "lock"), atMost: 2.1),
        Budget(Subject("token", "endpoints"), .allocations, atMost: 2),
        Budget(Subject("token-16", "endpoints"), .cpu, of: Subject("token-16", "lock"), atMost: 2.1),
        Budget(Subject("token-16", "endpoints"), .allocations, atMost: 2),
        // Setting the field is what it costs, and no more for a token of a usual length.
        Budget(
            Subject("token", "endpoints-request-900"), .cpu, of: Subject("token", "endpoints-request"), atMost: 1.3),
        Budget(Subject("token", "endpoints-request-900"), .allocations, atMost: 7),
        Budget(Subject("token-wait-10000", "endpoints"), .peakMemory, atMost: 40),
        Budget(Subject("token-wait-10000", "endpoints"), .refreshes, atMost: 1),
    ]

    private static let storm =
        [10, 100, 1_000, 10_000].map {
            Budget(Subject("storm-\($0)", "endpoints"), .refreshes, atMost: 1)
        } + [
            Budget(Subject("storm-1000", "endpoints"), .cpu, of: Subject("storm-1000", "by-hand"), atMost: 1.12),
            Budget(Subject("storm-10000", "endpoints"), .peakMemory, atMost: 110),
            // Linear: a call among ten thousand takes no longer than one among a thousand, but for noise.
            Budget(
                Subject("storm-10000", "endpoints"), .wall, of: Subject("storm-1000", "endpoints"), atMost: 1.25),
        ]
}
