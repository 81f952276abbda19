/// What a store that locks needs to know of who asks for the lock.
package enum ExclusiveAccess {
    /// The longest time for which another owner may rightly hold the lock; a store waits longer than that.
    @TaskLocal package static var longestHold: Duration = .zero
}
