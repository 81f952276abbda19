/// The server ended a connection before all of the response was there.
struct EarlyEnd: Error {
    /// What had come by then.
    let received: String
}
