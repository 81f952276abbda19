import Endpoints
import Testing

extension RealServers {
    @Suite("Time limits")
    struct TimeLimits {
        @Test("C-03 A limit below a second ends a call that waits longer", arguments: SessionKind.allCases)
        func delay(kind: SessionKind) async throws {
            let error = await #expect(throws: Delay.TaskError.self) {
                try await kind.session.response(
                    with: Delay(seconds: 3),
                    options: RequestOptions(timeout: .milliseconds(300))
                )
            }
            #expect(error?.isTimeout == true)
            #expect(error?.isRetryable == true)
            guard case .transportError(let failure) = error else {
                Issue.record("It is \(String(describing: error)).")
                return
            }
            #expect(failure.code == .timedOut)
            let duration = try #require(failure.context?.duration)
            #expect(duration >= .milliseconds(300))
        }

        @Test("C-03 A limit holds after a redirect", arguments: SessionKind.allCases)
        func redirect(kind: SessionKind) async throws {
            let error = await #expect(throws: Redirect.TaskError.self) {
                try await kind.session.response(
                    with: Redirect(target: "/delay/3"),
                    options: RequestOptions(timeout: .milliseconds(300))
                )
            }
            #expect(error?.isTimeout == true)
        }

        @Test("C-03 A body that trickles in doesn't stretch a limit", arguments: SessionKind.allCases)
        func trickle(kind: SessionKind) async throws {
            let error = await #expect(throws: Drip.TaskError.self) {
                try await kind.session.response(
                    with: Drip(seconds: 3, count: 30),
                    options: RequestOptions(timeout: .milliseconds(400))
                )
            }
            #expect(error?.isTimeout == true)
        }

        @Test("C-03 A call's limit comes before its endpoint's")
        func precedence() async throws {
            let session = URLSession.forEndpoints()
            let hasty = await #expect(throws: HastyDelay.TaskError.self) {
                try await session.response(with: HastyDelay(seconds: 2))
            }
            #expect(hasty?.isTimeout == true)
            let options = RequestOptions(timeout: .seconds(30))
            let patient = try await session.response(with: HastyDelay(seconds: 1), options: options)
            #expect(patient.url.hasSuffix("/delay/1"))
        }

        @Test("C-01 A call that is cancelled while it waits says so", arguments: SessionKind.allCases)
        func cancellation(kind: SessionKind) async throws {
            let session = kind.session
            let task = Task { await session.result(with: Delay(seconds: 3)) }
            task.cancel()
            guard case .failure(.cancelled) = await task.value else {
                Issue.record("It is \(await task.value).")
                return
            }
            _ = try await session.response(with: Status(code: 200))
        }
    }

    struct Delay: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Echo
        static let definition = Definition(path: "delay/\(\.seconds)")
        var seconds: Int
    }

    struct HastyDelay: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Echo
        static let definition = Definition(path: "delay/\(\.seconds)")
        static let options = RequestOptions(timeout: .milliseconds(200))
        var seconds: Int
    }
}
