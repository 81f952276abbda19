/// Every case, in the order in which they run.
enum Catalog {
    static let benchmarks: [Benchmark] =
        Building.benchmarks + BuildingParts.benchmarks + BuildingParameters.benchmarks + Multipart.benchmarks
        + Decoding.benchmarks + Tokens.benchmarks + TokenWait.benchmarks + Mocking.benchmarks + Gets.benchmarks
        + Storm.benchmarks + Memory.benchmarks
}
