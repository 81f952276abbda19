/// Checks that take steps, each of which may break a rule, or never end.
protocol ConformanceChecks: Sendable {
    /// Returns when a step has taken too long.
    var alarm: @Sendable () async throws -> Void { get }
}

extension ConformanceChecks {
    /// A time limit within what a clock can count.
    static func limited(_ timeLimit: Duration) -> Duration { min(max(timeLimit, .zero), .seconds(86_400)) }

    /// Runs a step of a check; what it throws, or that it doesn't end, is a violation of the rule.
    func step<Value: Sendable>(
        _ rule: ConformanceViolation.Rule,
        _ action: String,
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let result = SharedResult<Value>()
        let work = Task {
            do {
                result.settle(.success(try await body()))
            } catch let violation as ConformanceViolation {
                result.settle(.failure(violation))
            } catch {
                let found = "\(action) threw \(type(of: error))"
                result.settle(.failure(ConformanceViolation(rule, found: found, underlying: error)))
            }
        }
        let watch = Task {
            guard (try? await alarm()) != nil else { return }
            let found = "\(action) did not come back within the time limit"
            result.settle(.failure(ConformanceViolation(rule, found: found)))
        }
        defer {
            work.cancel()
            watch.cancel()
        }
        return try await result.value()
    }
}
