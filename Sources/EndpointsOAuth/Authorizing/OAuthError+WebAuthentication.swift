extension OAuthError {
    /// Translates what the system's browser sheet reports.
    ///
    /// - Parameters:
    ///   - error: the sheet's error; nil when it reported neither a redirect nor an error.
    ///   - sheetErrorDomain: the domain of the sheet's own errors.
    init(ofSheet error: (any Error)?, sheetErrorDomain: String) {
        guard let error else {
            self = .missingCode
            return
        }
        if let error = error as? OAuthError {
            self = error
        } else if error is CancellationError {
            self = .cancelled
        } else if case let error = error as NSError, error.domain == sheetErrorDomain {
            switch error.code {
            case Self.canceledLogin: self = .cancelled
            case Self.contextNotProvided, Self.contextInvalid:
                self = .invalidConfiguration("the window for the browser sheet is not on the screen")
            default: self = .presentationFailed(underlying: error)
            }
        } else {
            self = .presentationFailed(underlying: error)
        }
    }

    // The numbers of ASWebAuthenticationSessionErrorCode, which this file can't name on Linux.
    private static let canceledLogin = 1
    private static let contextNotProvided = 2
    private static let contextInvalid = 3
}
