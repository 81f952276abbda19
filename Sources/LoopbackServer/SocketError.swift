/// A system call of the server's set-up that failed.
package struct SocketError: Error, CustomStringConvertible {
    /// The name of the call.
    package let operation: String
    /// The value of `errno` after it.
    package let code: Int32

    /// The call and its error number, for a test's log.
    package var description: String {
        "\(operation) failed with errno \(code)"
    }
}
