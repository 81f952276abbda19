/// A response that says nothing: it accepts any body, also one that is not JSON.
public struct EmptyResponse: Codable, Hashable, Sendable {
    /// Creates an empty response.
    public init() {}

    /// Accepts whatever there is.
    public init(from decoder: any Decoder) throws {}
}
