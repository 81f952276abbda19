/// What the loop, its connections and the server share.
struct Service: Sendable {
    /// How replies are made.
    let handler: Handler
    /// Where the tasks leave word for the loop.
    let mailbox: Mailbox
    /// Where the requests are entered.
    let ledger: Ledger
}
