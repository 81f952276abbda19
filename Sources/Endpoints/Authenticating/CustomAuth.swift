/// Authenticates by a closure: a signature computed from the request, several fields at once.
///
/// - Important: `URLRequest.setValue(_:forHTTPHeaderField:)` drops a value with a line break on Linux, silently and before
///   anybody can see it. Check what comes from outside.
public struct CustomAuth: AuthenticationMethod {
    private let change: @Sendable (inout URLRequest) async throws -> Void

    /// Creates the method with a closure that adds the credentials to a request.
    public init(_ change: @escaping @Sendable (inout URLRequest) async throws -> Void) {
        self.change = change
    }

    /// Returns the request as the closure leaves it.
    public func authenticate(request: URLRequest) async throws -> URLRequest {
        var request = request
        try await change(&request)
        return request
    }
}

extension AuthenticationMethod where Self == CustomAuth {
    /// A closure that adds the credentials to a request.
    public static func custom(
        _ change: @escaping @Sendable (inout URLRequest) async throws -> Void
    ) -> CustomAuth {
        CustomAuth(change)
    }
}
