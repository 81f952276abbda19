/// Makes every call of the process that no mock answers fail with ``TransportFailure/Code/networkForbidden``.
///
/// It is for what can't see a scope: detached tasks, queues, code of others. The environment variable
/// `ENDPOINTS_FORBID_NETWORK=1` does the same from the process's start. This is the one thing about mocking that belongs
/// to the whole process; calls that are on their way already are not stopped.
public func forbidRealNetwork() {
    RealNetwork.allow(false)
}

/// Lets calls go to the network again.
public func allowRealNetwork() {
    RealNetwork.allow(true)
}
