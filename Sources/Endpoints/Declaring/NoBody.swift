/// The body of an endpoint that sends none.
public struct NoBody: Encodable, Sendable {
    /// Creates the absence of a body.
    public init() {}
}
