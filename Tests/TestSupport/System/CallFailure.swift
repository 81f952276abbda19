import Endpoints

/// A system call that failed.
package struct CallFailure: Error, Equatable {
    /// The name of the call.
    package let call: String
    /// The value of `errno`.
    package let code: Int32

    package init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// Nobody listens at the port.
    package static let refused = CallFailure(call: "connect", code: ECONNREFUSED)
    /// The other side reset the connection.
    package static let reset = CallFailure(call: "recv", code: ECONNRESET)

    /// Returns the result of a call, and makes the call again when a signal interrupted it.
    ///
    /// - Throws: the failure of a call whose result is negative.
    @discardableResult
    package static func check<Value: SignedInteger>(
        _ name: String, _ call: () -> Value
    ) throws(CallFailure) -> Value {
        while true {
            let result = call()
            guard result < 0 else { return result }
            let code = errno
            if code != EINTR { throw CallFailure(call: name, code: code) }
        }
    }
}
