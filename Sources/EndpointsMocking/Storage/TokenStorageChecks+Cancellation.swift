extension TokenStorageChecks {
    /// A holder whose body ends because of the cancellation.
    func cancelledHolder(_ owners: Owners) async throws {
        let error = try await step(.bodyOutcome, "a holder whose body was cancelled") {
            let entered = SharedResult<Void>()
            let never = SharedResult<Void>()
            let holder = Task {
                defer { entered.settle(.success(())) }
                return await owners.first.failure {
                    entered.settle(.success(()))
                    try await never.value()
                }
            }
            return await withTaskCancellationHandler {
                try? await entered.value()
                holder.cancel()
                return await holder.value
            } onCancel: {
                holder.cancel()
            }
        }
        guard error is CancellationError else {
            let found = "a body's CancellationError became \(error.map { "\(type(of: $0))" } ?? "a success")"
            throw ConformanceViolation(.bodyOutcome, found: found, underlying: error)
        }
        try await expectFree(owners, after: "a body whose task was cancelled")
    }

    /// A holder whose body doesn't notice the cancellation keeps the lock until it ends.
    func holderThatGoesOn(_ owners: Owners) async throws {
        let occupancy = Occupancy()
        let contenders = try await whileHolding(owners.first, occupancy) { holder in
            holder.cancel()
            let contenders = [owners.second, owners.first].map { Contender(of: $0) { occupancy.visit() } }
            for contender in contenders {
                try await step(.exclusion, "load() while the lock is held") {
                    try await owners.second.linger(unless: contender)
                }
            }
            try occupancy.expectOne("a second body began before that of a cancelled task had ended")
            return contenders
        }
        for contender in contenders {
            let error = try await step(.lockRelease, "a task that waited for the lock") { await contender.task.value }
            if let error {
                let found = "a task that waited for the lock threw \(type(of: error))"
                throw ConformanceViolation(.lockRelease, found: found, underlying: error)
            }
        }
        try await expectFree(owners, after: "a body that went on after its task was cancelled")
    }

    /// Waiters that are cancelled leave while the lock is held.
    func cancelledWaiters(_ owners: Owners) async throws {
        let occupancy = Occupancy()
        try await whileHolding(owners.first, occupancy) { _ in
            for owner in [owners.second, owners.first] {
                for isEarly in [true, false] {
                    let waiter = Contender(of: owner, isCancelled: isEarly) { occupancy.visit() }
                    defer { waiter.task.cancel() }
                    if !isEarly {
                        try await step(.exclusion, "load() while the lock is held") {
                            try await owners.second.linger(unless: waiter)
                        }
                    }
                    try occupancy.expectOne("two bodies ran at once")
                    waiter.task.cancel()
                    let moment = isEarly ? "before it asked for the lock" : "while it waited"
                    let error = try await step(.cancelledWaiter, "a task that was cancelled \(moment)") {
                        await waiter.task.value
                    }
                    guard error != nil, occupancy.visits == 0 else {
                        let found = "a task that was cancelled \(moment) ran its body or returned a value"
                        throw ConformanceViolation(.cancelledWaiter, found: found)
                    }
                }
            }
        }
        try await expectFree(owners, after: "waiters that were cancelled")
        guard occupancy.visits == 0 else {
            throw ConformanceViolation(.cancelledWaiter, found: "a waiter that had left ran its body later")
        }
    }
}
