@testable import Endpoints

/// Waits until so many wait for the work that runs.
func ruleWaiters(_ count: Int, of auth: JWTAuth) async {
    while auth.runningWork.withLock({ $0?.outcome.waiterCount ?? 0 }) < count { await Task.yield() }
}
