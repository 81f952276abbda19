extension JWTAuth {
    /// Returns the request with a good access token; a request that has the field already is left as it is.
    ///
    /// It waits while a sign-in or a refresh is under way, and throws what ``accessToken()`` throws.
    public nonisolated func authenticate(request: URLRequest) async throws -> URLRequest {
        guard request.value(forHTTPHeaderField: configuration.header.name) == nil else {
            CurrentCall.journal?.credentialDisplaced(by: "the declared header field \(configuration.header)")
            return request
        }
        return try adding(await accessToken(), to: request)
    }

    /// No part of the caller, for the sake of what that keeps while it waits.
    @inline(never)
    private nonisolated func adding(_ token: String, to request: URLRequest) throws -> URLRequest {
        try HeaderKeyAuth.authenticate(
            request, key: token, header: configuration.header, prefix: configuration.tokenPrefix)
    }

    /// Whether the answer is a trigger, and the request carried a token of this account.
    public nonisolated func shouldReauthenticate(
        after response: HTTPURLResponse,
        body: Data,
        to request: URLRequest
    ) -> Bool {
        let account = scopedAccount
        guard account === self else { return account.shouldReauthenticate(after: response, body: body, to: request) }
        guard let token = token(in: request), tokenState.withLock({ $0.isOwn(token) }) else { return false }
        let isRefused =
            configuration.shouldRefresh.map { $0(response, body) }
            ?? configuration.refreshTriggerStatusCodes.contains(response.statusCode)
        if isRefused, configuration.endsSignInWhenStillRefused, let call = CurrentCall.journal, call.hasRenewed(self) {
            call.end(Task { await self.endSignIn(refusing: token) })
        }
        return isRefused
    }

    /// Whether the request carries a token that it wouldn't be given now.
    nonisolated func wouldReplaceToken(of request: URLRequest) -> Bool {
        guard let token = token(in: request) else { return false }
        let now = configuration.now()
        return tokenState.withLock { $0.goodToken(at: now)?.text != token }
    }

    nonisolated func token(in request: URLRequest) -> String? {
        guard let value = request.value(forHTTPHeaderField: configuration.header.name) else { return nil }
        let start = HeaderKeyAuth.fieldValue(prefix: configuration.tokenPrefix, credentials: "")
        return value.hasPrefix(start) ? String(value.dropFirst(start.count)) : nil
    }
}
