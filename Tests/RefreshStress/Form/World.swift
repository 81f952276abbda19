import Endpoints

/// What a round takes place in.
struct World: Sendable {
    let session: URLSession
    /// The address of the round's server.
    let url: URL
    let pace: Pace
    let server: TokenServer
    let trace: Trace
}
