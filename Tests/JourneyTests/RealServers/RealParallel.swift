import Endpoints
import Testing

extension RealServers {
    @Suite("Many at once", .tags(.concurrency))
    struct Parallel {
        @Test("Twenty requests at once get their own answers", arguments: SessionKind.allCases)
        func twenty(kind: SessionKind) async throws {
            let session = kind.session
            try await withThrowingTaskGroup(of: (Int, Echo).self) { group in
                for number in 0..<20 {
                    group.addTask {
                        let auth = HeaderKeyAuth(key: "account-\(number)")
                        return (number, try await session.response(with: Anything(text: "\(number)"), auth: auth))
                    }
                }
                var count = 0
                for try await (number, echo) in group {
                    #expect(echo.url.hasSuffix("/anything/\(number)"))
                    #expect(echo.headers["Authorization"] == "Bearer account-\(number)")
                    count += 1
                }
                #expect(count == 20)
            }
        }

        @Test("Successes, refusals, redirects and challenges mix", arguments: SessionKind.allCases)
        func mixed(kind: SessionKind) async throws {
            let session = kind.session
            let codes = Array(repeating: [200, 401, 404, 503, 204], count: 4).flatMap { $0 }
            await withTaskGroup(of: (Int, Int?).self) { group in
                for code in codes {
                    group.addTask {
                        let result = await session.result(with: Status(code: code))
                        guard case .failure(let error) = result else { return (code, nil) }
                        return (code, error.statusCode)
                    }
                }
                for await (code, refused) in group { #expect(refused == (code < 300 ? nil : code)) }
            }
        }
    }
}
