/// Attaches another method's credentials when somebody is signed in, and sends the request as it is when nobody is.
///
/// Made by `anyMethod.ifAvailable`. A request that went out without credentials is never tried again with some, and one
/// that had them is never tried again without.
public struct IfAvailable<Base: AuthenticationMethod>: AuthenticationMethod {
    let base: Base

    /// Returns the request with the base method's credentials, or as it is when nobody is signed in or the sign-in has
    /// just been found to have ended.
    ///
    /// Every other error is thrown.
    public func authenticate(request: URLRequest) async throws -> URLRequest {
        // What went out as nobody's is not tried again as somebody's who has signed in meanwhile.
        if CurrentCall.journal?.isNobodys == true { return request }
        do {
            return try await base.authenticate(request: request)
        } catch let error as AuthenticationError where error.needsSignIn {
            CurrentCall.journal?.isNobodys = true
            return request
        }
    }

    /// Asks the base method.
    public func shouldReauthenticate(after response: HTTPURLResponse, body: Data, to request: URLRequest) -> Bool {
        base.shouldReauthenticate(after: response, body: body, to: request)
    }

    /// Lets the base method get new credentials.
    public func reauthenticate(after failedRequest: URLRequest) async throws {
        try await base.reauthenticate(after: failedRequest)
    }

    /// The base method's.
    public var maxRetryAttempts: Int { base.maxRetryAttempts }
}

extension AuthenticationMethod {
    /// The same method for operations that work with and without a sign-in.
    public var ifAvailable: IfAvailable<Self> { IfAvailable(base: self) }
}
