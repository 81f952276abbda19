/// Why a request cannot be taken, with the status that says so.
package struct RequestFailure: Error, Equatable {
    /// The status of the answer.
    package let status: Int
    /// What is wrong, in words.
    package let reason: String

    /// Describes a failure; most are plain bad requests.
    package init(status: Int = 400, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}
