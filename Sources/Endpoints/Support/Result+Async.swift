extension Result where Failure == any Error {
    /// What an asynchronous operation returned or threw.
    package init(_ operation: @Sendable () async throws -> Success) async {
        do { self = .success(try await operation()) } catch { self = .failure(error) }
    }
}
