import Endpoints

/// One `JWTAuth` of a round, which notes what it is asked and told.
struct Account: Sendable {
    let auth: JWTAuth

    init(tokens: TokenPair?, storage: StressStore?, owner: Int, plan: Plan, world: World) {
        let (pace, trace) = (world.pace, world.trace)
        auth = JWTAuth(
            initialTokens: tokens,
            storage: storage,
            configuration: JWTAuth.Configuration(
                expiryLeeway: pace.tick * 2,
                refreshTimeout: pace.refreshTimeout,
                now: { pace.date }
            ),
            clock: pace.clock,
            refreshHandler: { try await Self.refresh(with: $0, owner: owner, plan: plan, world: world) },
            onTokensUpdated: { trace.note(.updated(owner: owner, access: $0.accessToken)) },
            onRefreshFailed: { trace.note(.signedOut(owner: owner, session: RejectionBody.session(in: $0))) }
        )
    }

    private static func refresh(
        with token: String,
        owner: Int,
        plan: Plan,
        world: World
    ) async throws -> TokenPair {
        let (pace, trace) = (world.pace, world.trace)
        let handler = trace.noteHandler(owner: owner, refresh: token)
        let start = pace.elapsed
        let span: @Sendable () -> Event.Span = { pace.span(from: start) }
        return try await withTaskCancellationHandler {
            do {
                let answer = try await world.session.response(with: Exchange(token: token), environment: world.url)
                trace.note(.handlerEnded(handler: handler, access: answer.access, span()))
                return TokenPair(answer.access, answer.refresh, plan: plan, pace: pace)
            } catch {
                trace.note(.handlerEnded(handler: handler, access: nil, span()))
                throw error
            }
        } onCancel: {
            trace.note(.handlerCancelled(handler: handler, span()))
        }
    }
}

extension TokenPair {
    /// A pair that is good for as long as the plan says.
    init(_ access: String, _ refresh: String, plan: Plan, pace: Pace) {
        let lifetime = plan.lifetime.map { pace.tick * $0 / .seconds(1) }
        self.init(
            accessToken: access,
            refreshToken: refresh,
            expiresAt: lifetime.map { pace.date.addingTimeInterval($0) }
        )
    }
}
