/// How rounds are carried out.
protocol Form {
    /// Runs a round for each seed and tells what it came to; false ends the run.
    func run(_ seeds: [UInt64], _ body: @escaping @Sendable (Report) -> Bool)
}
