import Testing

extension Tag {
    /// The test talks to a real server, which somebody has to start.
    @Tag static var network: Self
    /// The test is about many things that happen at once.
    @Tag static var concurrency: Self
}
