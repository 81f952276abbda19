import Foundation

/// The error number of a system call of the test client.
struct CallFailure: Error, Equatable {
    /// The value of `errno`.
    let code: Int32

    /// Nobody listens at the port.
    static let refused = CallFailure(code: ECONNREFUSED)
    /// The server broke the connection off.
    static let reset = CallFailure(code: ECONNRESET)
}
