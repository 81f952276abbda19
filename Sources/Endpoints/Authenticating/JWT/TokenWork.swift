/// Work on the tokens that runs: a load, a save, a sign-in or a refresh, and those who wait for it.
///
/// It is an object, so that each of thousands who wait holds one reference.
final class TokenWork: Sendable {
    /// A pair, and the generation that it was got for; no pair when there is nothing but to look again.
    struct Outcome: Sendable {
        var tokens: SharedTokens?
        var generation: Int
    }

    let id: WorkID
    /// What those get who wait.
    let outcome = SharedResult<Outcome>()
    /// What the one gets who gave the command, where there was one.
    let command = SharedResult<Void>()
    /// What the handler or the sign-in answers; the time limit and a superseding command settle it too.
    let answer = SharedResult<TokenPair>()

    init(id: WorkID) { self.id = id }

    /// Tells those who wait what the work came to.
    func settle(with ending: TokenState.Ending) {
        outcome.settle(
            ending.result.map { Outcome(tokens: $0.map(SharedTokens.init), generation: ending.generation) }
                .mapError { $0 })
        if let error = ending.commandError {
            command.settle(.failure(error))
        } else {
            command.settle(ending.result.map { _ in }.mapError { $0 })
        }
    }

    /// Ends the work in favour of a command: those who wait look again.
    func supersede() {
        settle(outcome: .success(Outcome(tokens: nil, generation: -1)), command: CancellationError())
    }

    /// Ends the work in favour of a sign-out.
    func signOut() {
        let error = AuthenticationError.notAuthenticated
        settle(outcome: .failure(error), command: error)
    }

    private func settle(outcome result: Result<Outcome, any Error>, command error: any Error) {
        outcome.settle(result)
        command.settle(.failure(error))
        answer.settle(.failure(CutOff(reason: CancellationError())))
    }

    /// What settles the answer of a handler that goes on meanwhile.
    struct CutOff: Error {
        let reason: any Error
    }
}
