import EndpointsOAuth
import Testing

extension RealAuthorizationServer {
    @Suite("The client credentials grant")
    struct Services {
        /// How a service proves who it is.
        enum Way: CaseIterable, Sendable {
            case basic
            case basicRaw
            case post

            func authentication(_ secret: String) -> ClientAuthentication {
                switch self {
                case .basic: .basic(secret: secret)
                case .basicRaw: .basicRaw(secret: secret)
                case .post: .post(secret: secret)
                }
            }
        }

        private let program = Program()

        @Test("O-06: A service gets one token for eight calls at once, and keeps it", arguments: Way.allCases)
        func oneToken(way: Way) async throws {
            let auth = try await service(way, secret: "service-secret")
            let created = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 1...8 { group.addTask { try await add(auth) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(created == Array(repeating: true, count: 8))
            // The token is kept for the calls that come later.
            #expect(try await add(auth))
            #expect(try await program.log(10) == ["POST /token/ 200": 1, "POST /api/items 201": 9])
        }

        @Test("A wrong secret is an error with the server's code, and the call is not sent", arguments: Way.allCases)
        func wrongSecret(way: Way) async throws {
            let auth = try await service(way, secret: "wrong")
            await #expect(
                performing: { try await add(auth) },
                throws: { error in
                    guard case .authenticationError(let fault)? = error as? AddItem.TaskError,
                        case .refreshFailed = fault, let cause = fault.underlying
                    else {
                        return false
                    }
                    return isRefusal("invalid_client", status: 401)(cause)
                })
            #expect(try await program.log(1) == ["POST /token/ 401": 1])
        }

        @Test(
            "A scope that the server doesn't have is an error with its code, and one that is too little refuses a call")
        func scopes() async throws {
            let unknown = try await service(.basic, secret: "service-secret", scopes: ["nothing"])
            await #expect(
                performing: { try await add(unknown) },
                throws: { error in
                    guard case .authenticationError(let fault)? = error as? AddItem.TaskError,
                        case .refreshFailed = fault, let cause = fault.underlying
                    else {
                        return false
                    }
                    return isRefusal("invalid_scope", status: 400)(cause)
                })
            let narrow = try await service(.basic, secret: "service-secret", scopes: ["items:read"])
            await #expect(
                performing: { try await add(narrow) }, throws: { ($0 as? AddItem.TaskError)?.statusCode == 403 })
            #expect(
                try await program.log(3) == ["POST /token/ 400": 1, "POST /token/ 200": 1, "POST /api/items 403": 1])
        }

        private func service(
            _ way: Way, secret: String, scopes: [String] = ["items:write"]
        ) async throws -> ClientCredentialsAuth {
            let configuration = try await program.configuration("service", way.authentication(secret), scopes: scopes)
            return ClientCredentialsAuth(configuration, session: program.session)
        }

        private func add(_ auth: ClientCredentialsAuth) async throws(AddItem.TaskError) -> Bool {
            try await program.session.response(with: AddItem(), environment: program.server, auth: auth).created
        }
    }
}
