import Endpoints
import Testing

extension RealServers {
    @Suite("Status codes")
    struct Statuses {
        @Test("S2-9 200…299 is a success", arguments: [200, 201, 202, 203, 204, 205, 206, 207, 226])
        func success(code: Int) async throws {
            let answer = try await URLSession.shared.endpointResponse(with: Status(code: code))
            #expect(answer.httpResponse.statusCode == code)
            #expect(answer.attempts == 1)
        }

        @Test(
            "S2-9 Any other status is a typed error with its status, and the session goes on",
            arguments: [300, 304, 400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 413, 418, 422, 451, 501],
            SessionKind.allCases
        )
        func refusal(code: Int, kind: SessionKind) async throws {
            let session = kind.session
            let error = await #expect(throws: Status.TaskError.self) {
                try await session.response(with: Status(code: code))
            }
            guard case .errorResponse(_, let received) = error else {
                Issue.record("It is \(String(describing: error)).")
                return
            }
            #expect(received.statusCode == code)
            #expect(error?.isUnauthorized == (code == 401))
            #expect(error?.isRetryable == false)
            _ = try await session.response(with: Status(code: 200))
        }

        @Test("A status that may pass says that repeating may help", arguments: [408, 425, 429, 500, 502, 503, 504])
        func passing(code: Int) async throws {
            let error = await #expect(throws: Status.TaskError.self) {
                try await URLSession.forEndpoints().response(with: Status(code: code))
            }
            #expect(error?.statusCode == code)
            #expect(error?.isRetryable == true)
        }

        @Test("S-01 204 is no value for an optional, and an error for a type that needs one")
        func noContent() async throws {
            let nothing = try await URLSession.shared.response(with: OptionalStatus(code: 204))
            #expect(nothing == nil)
            let error = await #expect(throws: RequiredStatus.TaskError.self) {
                try await URLSession.shared.response(with: RequiredStatus(code: 204))
            }
            guard case .unreadableResponse(let failure) = error else {
                Issue.record("It is \(String(describing: error)).")
                return
            }
            #expect(failure.code == .emptyBody)
            #expect(failure.received?.statusCode == 204)
        }

        @Test("A refusal that is followed by a success on the same session leaves nothing behind")
        func alternation() async throws {
            let session = URLSession.forEndpoints()
            for code in [401, 200, 503, 204, 404, 200] {
                let result = await session.result(with: Status(code: code))
                let refused = if case .failure(let error) = result { error.statusCode } else { Int?.none }
                #expect(refused == (code < 300 ? nil : code))
            }
        }
    }

    struct OptionalStatus: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Approval?
        static let definition = Definition(path: "status/\(\.code)")
        var code: Int
    }

    struct RequiredStatus: Endpoint {
        typealias Server = HTTPBin
        typealias Response = Approval
        static let definition = Definition(path: "status/\(\.code)")
        var code: Int
    }
}
